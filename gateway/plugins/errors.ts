import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorBody, type ErrorCode, errors, fieldTexts } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import { isDbUnavailable } from './db-unavailable.js';
import { RateLimitExceeded } from './rate-limit.js';

const body = (code: ErrorCode, fields?: Record<string, string>): ErrorBody => ({
  error_message: errors[code][1],
  code,
  ...(fields ? { fields } : {}),
});
const retryAfterSeconds = 2;

/** First message of each field that zod refused; a message of zod's own becomes the general one. */
function fieldsOf(error: FastifyError): Record<string, string> {
  const fieldMessages = new Set<string>(Object.values(fieldTexts));
  const fields: Record<string, string> = {};
  for (const issue of error.validation ?? []) {
    const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'body';
    const text = issue.message ?? '';
    fields[field] ??= fieldMessages.has(text) ? text : fieldTexts.wrong_type;
  }
  return fields;
}

const clientCodes: Record<number, ErrorCode> = { 400: 'malformed_body', 404: 'not_found', 413: 'too_large', 415: 'malformed_body' };

/** Maps an error to a response, also those that Fastify itself throws before any route, such as for an unreadable address. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RateLimitExceeded) reply.header('retry-after', error.retryAfter);
  if (error instanceof Failure && errors[error.code][0] === 503) reply.header('retry-after', retryAfterSeconds);
  if (error instanceof Failure) return reply.code(errors[error.code][0]).send(body(error.code, error.fields));
  if (hasZodFastifySchemaValidationErrors(error)) return reply.code(400).send(body('validation_failed', fieldsOf(error)));
  const code = error.statusCode !== undefined && error.statusCode < 500 ? (clientCodes[error.statusCode] ?? 'malformed_body') : undefined;
  if (code) return reply.code(errors[code][0]).send(body(code));
  if (isDbUnavailable(error)) {
    // Without the stack: there is one such line for each call while the database is down.
    const call = request.routeOptions.url;
    request.log.warn({ call, reason: `${error.name}: ${error.message}` }, 'db.connection unavailable');
    return reply.code(503).header('retry-after', retryAfterSeconds).send(body('unavailable'));
  }
  request.log.error({ err: error }, 'http.call failed');
  return reply.code(500).send(body('internal'));
}

/** Registers the error handler. An unknown error is a bare 500, logged with the request's id. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerError);
}

/** Body of a 404. */
export const notFoundBody = body('not_found');
