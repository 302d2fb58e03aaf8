import type { FastifyServerOptions } from 'fastify';
import { stdSerializers } from 'pino';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** Errors of the database repeat what was written: an address in them is hidden. */
const withoutAddresses = (text: string): string => text.replace(/[^\s@"'`<>(){},;:=]+@[^\s@"'`<>(){},;]+/g, '…@…');

function plainError(error: Error) {
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message: withoutAddresses(message), stack: withoutAddresses(stack), ...(code === undefined ? {} : { code }) };
}

/** Logs never hold a token, a password or an e-mail address: old clients send them in an address's query, so that is left out. */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  serializers: {
    req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
    err: plainError,
  },
});
