import type { FastifyServerOptions } from 'fastify';
import { logOptions } from '#models/log';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** Logger options of every process. The query of an address is left out, since old clients send tokens and passwords in it. */
export function loggerOptions(level: string): LoggerOptions {
  const options = logOptions(level);
  return {
    ...options,
    serializers: {
      ...options.serializers,
      req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
      // @fastify/multipart logs these options with the request's headers in them.
      busboyOptions: ({ limits }: { limits: unknown }) => ({ limits }),
    },
  } as LoggerOptions;
}
