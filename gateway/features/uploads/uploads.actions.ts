import type { Creating, EarlyWork } from '#gateway/plugins/calls';
import { encodeImage } from '#gateway/plugins/images';
import { fail } from '#models/contract/failure';
import type { Upload, uploadImage } from '#models/contract/uploads';
import { transaction } from '#models/db/transaction';
import { type Encoded, keepUpload, newUpload, uploadToWire } from '#models/db/uploads';

/** Decodes the file of who may upload. */
export const decodeUpload: EarlyWork<typeof uploadImage, Encoded> = async ({ image }, ctx) => {
  ctx.require('upload.create');
  const encoded = await encodeImage(new Uint8Array(await image.arrayBuffer()));
  return typeof encoded === 'string' ? fail('validation_failed', { image: encoded }) : encoded;
};

export const uploadImageAction: Creating<typeof uploadImage, Upload, Encoded> = {
  async prepare(_input, ctx, decoded) {
    ctx.require('upload.create');
    return {
      async create(keep) {
        const upload = newUpload(decoded());
        const wire = uploadToWire(upload);
        await transaction(async (session) => {
          await keepUpload(ctx.me._id, upload, session);
          await keep(session, wire);
        });
        return { data: wire };
      },
      recall: async (upload) => ({ data: upload }),
    };
  },
};
