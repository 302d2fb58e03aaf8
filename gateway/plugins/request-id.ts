import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const header = 'x-request-id';
/** What a proxy or a client may call a request. Never what looks like a token: it would go into logs and jobs. */
const idFormat = /^(?![\w-]{43}$)[\w-]{8,64}$/;

/** The id of a request: the one it came with if that fits, else a new one. It is in each line of the log and in the jobs that follow. */
export function requestId({ headers }: IncomingMessage | { headers: IncomingMessage['headers'] }): string {
  const given = headers[header];
  return typeof given === 'string' && idFormat.test(given) ? given : randomUUID();
}

/** Says in the answer which request it is of. */
export const setRequestIdHeader = (request: FastifyRequest, reply: FastifyReply): FastifyReply => reply.header(header, request.id);
