import type { Creating } from '#gateway/plugins/calls';
import { encodeImage } from '#gateway/plugins/images';
import { fail } from '#models/contract/failure';
import type { Upload, uploadImage } from '#models/contract/uploads';
import { transaction } from '#models/db/transaction';
import { keepUpload, newUpload, uploadToWire } from '#models/db/uploads';

/** The image is encoded before the transaction begins: that takes long, and a repeat meanwhile hears that it is under way. */
export const uploadImageAction: Creating<typeof uploadImage, Upload> = {
  async prepare({ image }, ctx) {
    ctx.require('upload.create');
    return {
      async create(keep) {
        const encoded = await encodeImage(new Uint8Array(await image.arrayBuffer()));
        if (typeof encoded === 'string') return fail('validation_failed', { image: encoded });
        const upload = newUpload(encoded);
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
