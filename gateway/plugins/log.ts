import type { FastifyServerOptions } from 'fastify';
import { logOptions } from '#models/log';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** As every process logs; and old clients send tokens and passwords in an address's query, so that is left out. */
export function loggerOptions(level: string): LoggerOptions {
  const options = logOptions(level);
  return {
    ...options,
    serializers: {
      ...options.serializers,
      req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
      // What the reader of forms notes in passing has the request's headers in it.
      busboyOptions: ({ limits }: { limits: unknown }) => ({ limits }),
    },
  } as LoggerOptions;
}
