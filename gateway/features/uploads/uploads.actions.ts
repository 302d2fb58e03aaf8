import type { FastifyInstance } from 'fastify';
import { adopt } from '#gateway/plugins/adopt-image';
import { transactionOf } from '#gateway/plugins/caller';
import type { CreatingAction, EarlyWork } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Prepared } from '#gateway/plugins/idempotency';
import { encodeImage } from '#gateway/plugins/images';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { importImage, Upload, uploadImage } from '#models/contract/uploads';
import { findSize, type NewUpload, newUpload, saveUpload, uploadToWire } from '#models/db/uploads';

/** Early work: checks the right to upload, and decodes the file. */
export const decodeUpload: EarlyWork<typeof uploadImage, NewUpload> = async ({ image }, ctx) => {
  ctx.require('upload.create');
  const encoded = await encodeImage(new Uint8Array(await image.arrayBuffer()));
  return typeof encoded === 'string' ? fail('validation_failed', { image: encoded }) : newUpload(encoded);
};

/** Early work: checks the right to upload, and fetches the picture. An address of an existing upload is returned as it is. */
export const importPicture =
  (app: FastifyInstance): EarlyWork<typeof importImage, NewUpload | Upload> =>
  async ({ image }, ctx) => {
    ctx.require('upload.create');
    const adopted = await adopt(app, image);
    if (typeof adopted === 'string') return fail('validation_failed', { image: adopted });
    if (!('path' in adopted)) return adopted;
    return (await findSize(adopted.path)) ?? fail('validation_failed', { image: fieldTexts.image_unreachable });
  };

type Made = NewUpload | Upload;

/** Stores a picture, for uploads and imports alike. */
const keepPicture = {
  async prepare(_input: unknown, ctx: Ctx, early: () => Made): Promise<Prepared<{ data: Upload }, Upload>> {
    ctx.require('upload.create');
    return {
      async create(keep) {
        const made = early();
        if ('ID' in made) return { data: made };
        const wire = uploadToWire(made);
        await transactionOf(ctx, async (session) => {
          await saveUpload(ctx.me._id, made, session);
          await keep(session, wire);
        });
        return { data: wire };
      },
      recall: async (upload) => ({ data: upload }),
    };
  },
};
export const uploadImageAction: CreatingAction<typeof uploadImage, Upload, NewUpload> = keepPicture;
export const importImageAction: CreatingAction<typeof importImage, Upload, Made> = keepPicture;
