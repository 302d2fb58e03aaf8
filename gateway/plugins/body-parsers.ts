import type { FastifyError, FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Parse error of the body, thrown only after the checks for 401 and 429, and only by routes that need the body. */
    bodyError: FastifyError | null;
  }
}

const wrongType = (): FastifyError => Object.assign(new Error('Not JSON'), { statusCode: 415, code: 'wrong_type', name: 'WrongType' });

/**
 * Parses JSON bodies; an empty one is an empty object. Errors are stored in `bodyError` instead of thrown, so that 401 and 429
 * come first.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('bodyError', null);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {});
    void parseJson(request, text as string, (error, body) => {
      request.bodyError = error as FastifyError | null;
      done(null, error ? {} : body);
    });
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _bytes, done) => {
    request.bodyError = wrongType();
    done(null, {});
  });
}
