import type { Call } from '#models/contract/define';
import { openApi } from '#models/contract/openapi';

interface Described {
  paths: Record<string, Record<string, { responses: Record<number, { content?: Record<string, { example?: unknown }> }> }>>;
}

const described = openApi() as unknown as Described;

/** The answer that the API description gives as the example of a call's success; it fits what the call declares. */
export function exampleBody(call: Call): { data: unknown; next?: string | null; counts?: unknown } {
  const response = described.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]?.responses[call.status];
  return structuredClone((response?.content?.['application/json']?.example ?? { data: null }) as { data: unknown });
}
