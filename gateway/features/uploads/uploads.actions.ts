import type { Action } from '#gateway/plugins/calls';
import { encodeImage } from '#gateway/plugins/images';
import { fail } from '#models/contract/failure';
import type { uploadImage } from '#models/contract/uploads';
import { keepUpload, newUpload, uploadToWire } from '#models/db/uploads';

export const uploadImageAction: Action<typeof uploadImage> = async ({ image }, ctx) => {
  ctx.require('upload.create');
  const encoded = await encodeImage(new Uint8Array(await image.arrayBuffer()));
  if (typeof encoded === 'string') return fail('validation_failed', { image: encoded });
  const upload = newUpload(encoded);
  await keepUpload(ctx.me._id, upload);
  return { data: uploadToWire(upload) };
};
