import * as z from 'zod/mini';
import { acceptsIdempotencyKey, type Call, readsQuery } from './define.js';
import { type ErrorCode, errors } from './error-codes.js';
import { exampleOf, type JsonSchema } from './examples.js';
import { calls } from './index.js';
import { rates } from './limits.js';

/** All failures of a call: its own, and those of its auth level and its input. */
export function errorsOf(call: Call): ErrorCode[] {
  const found = new Set<ErrorCode>(['validation_failed', 'too_many_requests', 'unavailable']);
  if (!readsQuery(call)) for (const code of ['malformed_body', 'too_large'] as const) found.add(code);
  if (call.auth !== 'none') found.add('unauthorized');
  if (call.auth === 'required' && call.policy !== null && call.method !== 'GET') found.add('email_unverified');
  if (acceptsIdempotencyKey(call)) for (const code of ['idempotency_mismatch', 'in_progress'] as const) found.add(code);
  for (const code of call.errors ?? []) found.add(code);
  return [...found].sort((a, b) => errors[a][0] - errors[b][0]);
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return plain as JsonSchema;
};

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Body of a call's success. */
function answerOf(call: Call): JsonSchema {
  const data = schemaOf(call.data, 'output');
  if (!call.list) return object({ data });
  const counts: Record<string, JsonSchema> = call.counts ? { counts: schemaOf(call.counts, 'output') } : {};
  return object({ data, next: { anyOf: [{ type: 'string' }, { type: 'null' }] }, ...counts });
}

const json = (schema: JsonSchema, more: object): object => ({ content: { 'application/json': { schema, ...more } } });

const retryAfter = { 'Retry-After': { description: 'Seconds to wait before asking again.', schema: { type: 'integer' } } };

/** Failures of one status, each with its code and text. */
function failure(codes: readonly ErrorCode[], status: number): object {
  const fields = { type: 'object', additionalProperties: { type: 'string' } };
  const body: JsonSchema = {
    type: 'object',
    properties: { error_message: { enum: codes.map((code) => errors[code][1]) }, code: { enum: [...codes] }, fields },
    required: ['error_message', 'code'],
    additionalProperties: false,
  };
  const example = (code: ErrorCode) => ({ summary: errors[code][1], value: { error_message: errors[code][1], code } });
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code][1]}`).join(' '),
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    ...json(body, { examples: Object.fromEntries(codes.map((code) => [code, example(code)])) }),
  };
}

function responsesOf(call: Call): Record<string, object> {
  const found: Record<string, object> = {};
  if (call.status === 204) found[204] = { description: 'Done; the body is empty.' };
  else if (call.media) {
    const schema = { type: 'string', ...(call.media === 'application/pdf' ? { contentEncoding: 'binary' } : {}) };
    found[call.status] = { description: call.summary, content: { [call.media]: { schema } } };
  } else {
    const schema = answerOf(call);
    const example = { ...(exampleOf(schema) as object), ...(call.list ? { next: null } : {}) };
    found[call.status] = { description: call.summary, ...json(schema, { example }) };
  }
  const codes = errorsOf(call);
  for (const status of new Set(codes.map((code) => errors[code][0])))
    found[status] = failure(
      codes.filter((code) => errors[code][0] === status),
      status,
    );
  return found;
}

/** Example input of a call; a cursor comes from an earlier page. */
export function exampleInput(call: Call): Record<string, unknown> {
  const { cursor: _cursor, ...input } = exampleOf(schemaOf(call.input, 'input')) as Record<string, unknown>;
  return input;
}

function inputOf(call: Call): object {
  const schema = schemaOf(call.input, 'input');
  if (!readsQuery(call)) {
    const keyed = acceptsIdempotencyKey(call) ? { parameters: [idempotencyKey] } : {};
    const content = call.isForm ? { content: { 'multipart/form-data': { schema } } } : json(schema, { example: exampleInput(call) });
    return { ...keyed, requestBody: { required: true, ...content } };
  }
  const parameters = Object.entries(schema.properties ?? {}).map(([name, of]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: of,
    ...(name === 'cursor' ? { description: 'Where the page begins: `next` of the page before.' } : { example: exampleInput(call)[name] }),
  }));
  return parameters.length > 0 ? { parameters } : {};
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
  description: 'The same key again, within 24 hours and with the same body, answers the first answer again and makes nothing.',
};

const authWords = { none: 'No token is looked at.', optional: 'A token is used if there is one.', required: 'Needs a token.' };

function describe(call: Call): string {
  const { points, duration, by, visitors } = rates[call.rate];
  const signedOut = visitors && call.auth !== 'required' ? `; signed out ${visitors.points} in ${visitors.duration} s by address` : '';
  const rate = `At most ${points} calls in ${duration} s, counted by ${by}${signedOut}.`;
  return [authWords[call.auth], ...(call.policy ? [`Decided by the rule \`${call.policy}\`.`] : []), rate].join(' ');
}

const operation = (call: Call): object => ({
  operationId: call.name,
  summary: call.summary,
  description: describe(call),
  tags: [call.feature],
  ...(call.deprecated ? { deprecated: true } : {}),
  security: call.auth === 'none' ? [] : [{ bearer: [] }, ...(call.auth === 'optional' ? [{}] : [])],
  ...inputOf(call),
  responses: responsesOf(call),
});

const intro = [
  'Success is `{"data": …}`, of a list with `next` beside it, which is the `cursor` of the next page, and `counts` where a screen shows counters.',
  'Failure is `{"error_message": "…", "code": "…"}`, with `fields` where fields did not fit.',
  'The token goes into `Authorization: Bearer`; `token` in the query or the body is taken too.',
  'A call may carry `Live-Position`, the stream id of the newest live message received: its answer is not older than that message.',
  'Writes are safe to repeat. Ids are texts of 24 hex digits, times are ISO 8601 in UTC.',
].join('\n\n');

/** Sort, so that the result does not depend on the order of loading. */
const ordered = calls.toSorted((a, b) => (`${a.feature} ${a.path} ${a.method}` < `${b.feature} ${b.path} ${b.method}` ? -1 : 1));

/** Description of every call, as OpenAPI 3.1. */
export function openApi() {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of ordered) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Nadi', version: '1', description: intro },
    tags: [...new Set(ordered.map((call) => call.feature))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}
