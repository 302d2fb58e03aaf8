import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, fail } from '#models/contract/failure';
import { largestImage } from '#models/contract/uploads';

/** One byte more than is taken, so that a file is seen to have it. */
const limits = { files: 1, fileSize: largestImage + 1, fields: 10, fieldSize: 2048, parts: 11, headerPairs: 50 };

/** A part of the app whose calls read `multipart/form-data`; everywhere else it is a body of the wrong type. */
export function withForms(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits });
    routes(scope);
  });
}

/** The file of a form, under the name of its field. A body that is no form stays as it was read. */
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
