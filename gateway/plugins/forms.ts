import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, fail } from '#models/contract/failure';
import { largestImage } from '#models/contract/uploads';

/** Read one byte more than is allowed, so that a file that is too large is noticed. */
const limits = { files: 1, fileSize: largestImage + 1, fields: 10, fieldSize: 2048, parts: 11, headerPairs: 50 };

/** Registers routes that accept `multipart/form-data`; everywhere else such a body has the wrong type. */
export function withForms(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits });
    routes(scope);
  });
}

/** Reads the file of a form, under the name of its field. Any other body is returned as it was parsed. */
export async function readForm(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  try {
    const part = await request.file();
    if (!part) return {};
    const bytes = await part.toBuffer();
    if (bytes.length > largestImage) fail('image_too_large');
    return { [part.fieldname]: new File([new Uint8Array(bytes)], part.filename, { type: part.mimetype }) };
  } catch (error) {
    if (error instanceof Failure) throw error;
    return fail((error as { statusCode?: number }).statusCode === 413 ? 'image_too_large' : 'malformed_body');
  }
}
