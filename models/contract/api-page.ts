import type { JsonSchema } from './examples.js';
import { openApi } from './openapi.js';

interface Json {
  content?: Record<string, { schema: JsonSchema; example?: unknown; examples?: Record<string, { summary: string }> }>;
  description?: string;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  parameters?: { name: string; required: boolean; schema: JsonSchema; description?: string }[];
  requestBody?: Json;
  responses: Record<string, Json>;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|');

/** Short description of a field's values. */
function wordsOf(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(wordsOf).join(' or ');
  if (schema.enum) return schema.enum.map((each) => `\`${each}\``).join(', ');
  if (schema.pattern === '^[0-9a-f]{24}$') return 'id';
  const limits = [
    ...(typeof schema.minLength === 'number' && schema.minLength > 0 ? [`at least ${schema.minLength}`] : []),
    ...(typeof schema.maxLength === 'number' ? [`at most ${schema.maxLength}`] : []),
    ...(typeof schema.minimum === 'number' && schema.minimum > Number.MIN_SAFE_INTEGER ? [`from ${schema.minimum}`] : []),
    ...(typeof schema.maximum === 'number' && schema.maximum < Number.MAX_SAFE_INTEGER ? [`to ${schema.maximum}`] : []),
  ].join(', ');
  if (schema.format === 'binary') return 'file';
  const of = schema.type === 'array' ? `list of ${wordsOf(schema.items ?? {})}` : [schema.type ?? 'anything'].flat().join(' or ');
  return limits === '' ? of : `${of}, ${limits}`;
}

const field = (name: string, schema: JsonSchema, required: boolean): string => {
  const otherwise = 'default' in schema ? `\`${JSON.stringify(schema.default)}\`` : '';
  return `| \`${name}\` | ${oneLine(wordsOf(schema))} | ${required ? 'needed' : otherwise} |`;
};

function takes({ parameters, requestBody }: Operation): string[] {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const fields = body
    ? Object.entries(body.properties ?? {}).map(([name, of]) => field(name, of, body.required?.includes(name) ?? false))
    : (parameters ?? []).map(({ name, schema, required }) => field(name, schema, required));
  if (fields.length === 0) return ['Takes nothing.'];
  return [`| ${body ? 'in the body' : 'in the query'} | takes | otherwise |`, '|---|---|---|', ...fields];
}

function answers({ responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const json = response.content?.['application/json'];
    if (Number(status) >= 300) return [];
    if (!json) return [`**${status}**: ${oneLine(response.description ?? '')}`];
    return [`**${status}**`, '', '```json', JSON.stringify(json.example, null, 2), '```'];
  });
}

function fails({ responses }: Operation): string[] {
  const rows = Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content?.['application/json']?.examples ?? {}).map(
      ([code, { summary }]) => `| ${status} | \`${code}\` | ${oneLine(summary)} |`,
    ),
  );
  return ['| status | code | text |', '|---|---|---|', ...rows];
}

const section = (method: string, path: string, operation: Operation): string =>
  [
    `### ${method.toUpperCase()} ${path}`,
    `${operation.summary}${operation.deprecated ? ' **Deprecated.**' : ''} ${operation.description}`,
    takes(operation).join('\n'),
    answers(operation).join('\n'),
    fails(operation).join('\n'),
  ].join('\n\n');

/** Renders `docs/api.md`, the description of every call, for `npm run docs:api`. */
export function apiPage(): string {
  const { info, tags, paths } = openApi();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation: operation as Operation })),
  );
  const parts = tags.map(({ name }) =>
    [
      `## ${name}`,
      ...operations.filter(({ operation }) => operation.tags.includes(name)).map((each) => section(each.method, each.path, each.operation)),
    ].join('\n\n'),
  );
  const intro =
    'Written by `npm run docs:api` from the contract, as `/openapi.json` and `/docs` are; do not edit. Who may what is in [permissions.md](permissions.md).';
  return `${['# The API', intro, info.description, ...parts].join('\n\n')}\n`;
}
