import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const header = 'x-request-id';
/** Accepted ids from proxies and clients. Nothing that looks like a token, since it would go into logs and jobs. */
const idFormat = /^(?![\w-]{43}$)[\w-]{8,64}$/;

/** Id of a request: the given one if valid, else a new one. It is in each log line and in the jobs that follow. */
export function requestId({ headers }: IncomingMessage | { headers: IncomingMessage['headers'] }): string {
  const given = headers[header];
  return typeof given === 'string' && idFormat.test(given) ? given : randomUUID();
}

/** Sets the request's id as a header of the answer. */
export const setRequestIdHeader = (request: FastifyRequest, reply: FastifyReply): FastifyReply => reply.header(header, request.id);
