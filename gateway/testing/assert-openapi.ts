import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { calls } from '#models/contract/index';
import { openApi } from '#models/contract/openapi';

interface Described {
  content?: { 'application/json'?: { schema: z.core.JSONSchema.BaseSchema } };
}
interface Operation {
  operationId: string;
  responses: Record<string, Described>;
}

const operations = Object.values(openApi().paths).flatMap((path) => Object.values(path)) as Operation[];
const responses = new Map(operations.map(({ operationId, responses: each }) => [operationId, each]));
const compiled = new Map<string, z.ZodType | null>();

/** Schema of an answer in the document; undefined where the status is not described, null for an empty body. */
function schemaOf(call: string, status: number): z.ZodType | null | undefined {
  const described = responses.get(call)?.[status];
  if (!described) return undefined;
  const key = `${call} ${status}`;
  const existing = compiled.get(key);
  if (existing !== undefined) return existing;
  const json = described.content?.['application/json'];
  const schema = json ? z.fromJSONSchema(json.schema as z.core.JSONSchema.JSONSchema) : null;
  compiled.set(key, schema);
  return schema;
}

function violationOf(call: string, status: number, payload: unknown): string | null {
  const schema = schemaOf(call, status);
  const text = typeof payload === 'string' ? payload : '';
  if (calls.find(({ name }) => name === call)?.media && status === 200) return null;
  if (schema === undefined) return `${call} answers ${status}: ${text.slice(0, 300)}`;
  if (schema === null) return text === '' || text === 'null' ? null : `${call} answers ${status} with a body`;
  const { error } = schema.safeParse(JSON.parse(text));
  return error ? `${call} answers ${status}: ${z.prettifyError(error).replace(/\s+/g, ' ')} in ${text.slice(0, 300)}` : null;
}

/** Checks every answer of a call against `/openapi.json`, and returns the set to which violations are added. */
export function collectOpenApiViolations(app: FastifyInstance): ReadonlySet<string> {
  const violations = new Set<string>();
  app.addHook('onSend', async (request, reply, payload) => {
    const call = calls.find(({ method, path }) => method === request.method && path === request.routeOptions.url);
    const violation = call ? violationOf(call.name, reply.statusCode, payload) : null;
    if (violation) violations.add(violation);
  });
  return violations;
}
