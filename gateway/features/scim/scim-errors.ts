import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDbUnavailable } from '#gateway/plugins/db-unavailable';
import { RateLimitExceeded } from '#gateway/plugins/rate-limit';
import { type ErrorCode, errors } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';

const scimType = 'application/scim+json; charset=utf-8';

/** Kinds of a 400 or 409 that RFC 7644, 3.12, names. */
type ScimKind = 'invalidFilter' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue';

/** An error that a SCIM call answers, in the RFC's form. */
export class ScimError extends Error {
  readonly status: number;
  readonly kind: ScimKind | null;
  constructor(status: number, detail: string, kind: ScimKind | null = null) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.kind = kind;
  }
}

/** Throws a 400 of this kind. */
export const refuse = (kind: ScimKind, detail: string): never => {
  throw new ScimError(400, detail, kind);
};

/** Throws a 404. */
export const notFound = (): never => {
  throw new ScimError(404, 'Resource not found.');
};

/** Sends a body as SCIM's JSON. */
export const sendScim = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).type(scimType).send(JSON.stringify(body));

const sendError = (reply: FastifyReply, { status, message, kind }: ScimError): FastifyReply =>
  sendScim(reply, status, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(kind ? { scimType: kind } : {}),
    detail: message,
  });

const retryAfterSeconds = 2;

const byCode = (code: ErrorCode): ScimError => new ScimError(errors[code][0], errors[code][1]);

/** The error as SCIM answers it; null for one that nobody expected. */
function toScimError(error: FastifyError): ScimError | null {
  if (error instanceof ScimError) return error;
  if (error instanceof Failure) return byCode(error.code);
  if (isDbUnavailable(error)) return byCode('unavailable');
  if (error.statusCode === undefined || error.statusCode >= 500) return null;
  return new ScimError(error.statusCode, 'The request could not be read.', error.statusCode === 400 ? 'invalidSyntax' : null);
}

/** Error handler of the SCIM routes. */
export function answerScimError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toScimError(error);
  if (!answer) {
    request.log.error({ err: error }, 'scim.call failed');
    return sendError(reply, new ScimError(500, 'Server error. Please try again later.'));
  }
  if (error instanceof RateLimitExceeded) reply.header('retry-after', error.retryAfter);
  else if (answer.status === 503) reply.header('retry-after', retryAfterSeconds);
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  return sendError(reply, answer);
}
