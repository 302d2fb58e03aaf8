import type { FastifyError, FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the body could not be read; said only after 401 and 429, and not at all where nobody needs it. */
    bodyError: FastifyError | null;
  }
}

const wrongType = (): FastifyError => Object.assign(new Error('Not JSON'), { statusCode: 415, code: 'wrong_type', name: 'WrongType' });

/** Bodies are JSON, an empty one is an empty object. What is no JSON is kept as a reproach, so that it is judged in its turn. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('bodyError', null);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {});
    parseJson(request, text as string, (error, body) => {
      request.bodyError = error as FastifyError | null;
      done(null, error ? {} : body);
    });
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _bytes, done) => {
    request.bodyError = wrongType();
    done(null, {});
  });
}
