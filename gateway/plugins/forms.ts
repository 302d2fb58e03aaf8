import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { Failure, fail } from '#models/contract/failure';
import { largestImage } from '#models/contract/uploads';

const limits = { files: 1, fields: 10, fieldSize: 2048, parts: 11, headerPairs: 50 };

/** Registers routes that accept `multipart/form-data`; everywhere else such a body has the wrong type. */
export function withForms(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits });
    routes(scope);
  });
}

async function readFile(part: MultipartFile, most: number, tooLarge: ErrorCode): Promise<File> {
  const bytes = await part.toBuffer();
  if (bytes.length > most) fail(tooLarge);
  return new File([new Uint8Array(bytes)], part.filename, { type: part.mimetype });
}

/** Reads the fields of a form, one of which is a file. Any other body is returned as it was parsed. */
export async function readForm(request: FastifyRequest, { largestFile }: Pick<Call, 'largestFile'>): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const [most, tooLarge] = largestFile === undefined ? [largestImage, 'image_too_large' as const] : [largestFile, 'too_large' as const];
  const fields: [name: string, value: unknown][] = [];
  try {
    // Read one byte more than is allowed, so that a file that is too large is noticed.
    for await (const part of request.parts({ limits: { ...limits, fileSize: most + 1 } }))
      fields.push([part.fieldname, part.type === 'file' ? await readFile(part, most, tooLarge) : part.value]);
    return Object.fromEntries(fields);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return fail((error as { statusCode?: number }).statusCode === 413 ? tooLarge : 'malformed_body');
  }
}
