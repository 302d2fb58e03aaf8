import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { withForms } from '#gateway/plugins/forms';
import { imageInSize } from '#gateway/plugins/images';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { imageSizes } from '#models/contract/image-sizes';
import { importImage, uploadImage, uploadRoute } from '#models/contract/uploads';
import { findUpload } from '#models/db/uploads';
import { decodeUpload, importImageAction, importPicture, uploadImageAction } from './uploads.actions.js';

/** An upload never changes, so it may be cached for a year and its id serves as ETag. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  // Mails and notice boards show it too.
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

async function sendUpload(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await request.server.rateLimits.take('picture', null, request.server.addressOf(request.raw));
  const { id } = request.params as { id: string };
  if (!/^[0-9a-f]{24}$/.test(id)) return fail('validation_failed', { id: fieldTexts.bad_id });
  const { w } = request.query as { w?: unknown };
  const size = imageSizes.find((each) => String(each) === w);
  const found = (await findUpload(id)) ?? fail('not_found');
  const etag = `"${id}${size ? `-${size}` : ''}"`;
  reply.headers({ ...headers, etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(found.type).send(size ? await imageInSize(id, found.bytes, size) : found.bytes);
}

const formRoutes = (app: FastifyInstance): void => route(app, uploadImage, uploadImageAction, decodeUpload);

export function uploadsRoutes(app: FastifyInstance): void {
  withForms(app, formRoutes);
  route(app, importImage, importImageAction, importPicture(app));
  app.get(uploadRoute, { schema: { hide: true } }, sendUpload);
}
