import type * as z from 'zod/mini';
import type { Call } from '#models/contract/define';

type Schema = z.ZodMiniType;
type Fields = Record<string, unknown>;

/** The part of a schema's definition that is read here. */
interface Definition {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
}

/** Flags that default to true (specification, section 3); all others default to false. */
const onByDefault = new Set(['Verified', 'emailNotifications', 'pushNotifications', 'societyUpdates', 'eventReminders', 'allowMessages']);

const definitionOf = (schema: Schema): Definition => (schema as unknown as { _zod: { def: Definition } })._zod.def;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

function fieldsOf(shape: Record<string, Schema>, value: unknown): Fields {
  const given = isFields(value) ? value : {};
  const whole: Fields = { ...given };
  for (const [name, schema] of Object.entries(shape)) {
    const filled = fillDefaults(schema, given[name], name);
    if (filled !== undefined) whole[name] = filled;
    else delete whole[name];
  }
  return whole;
}

/** The id field of a list's items, if any. */
const keyOf = ({ shape = {} }: Definition): string | undefined => ['ID', 'id'].find((name) => name in shape);

function listOf(element: Schema, value: unknown): unknown[] {
  if (!Array.isArray(value)) return [];
  const item = definitionOf(element);
  if (item.type !== 'object') return value.filter((each) => each !== null && each !== undefined);
  const key = keyOf(item);
  // Drop items without an id: they can be neither opened nor distinguished.
  return value.filter((each) => isFields(each) && (!key || textOf(each[key]) !== '')).map((each) => fillDefaults(element, each));
}

/**
 * Completes a value to match its schema: missing, null and wrongly typed fields become '', 0, false or [] (the first choice of
 * an enum, null if allowed), so components can rely on every field and show the specification's defaults.
 */
export function fillDefaults(schema: Schema, value: unknown, name = ''): unknown {
  const definition = definitionOf(schema);
  const { type, innerType, element, shape, entries } = definition;
  const isMissing = value === null || value === undefined;
  if (type === 'nullable') return isMissing || !innerType ? null : fillDefaults(innerType, value, name);
  if (type === 'optional') return isMissing || !innerType ? undefined : fillDefaults(innerType, value, name);
  if (type === 'object' && shape) return fieldsOf(shape, value);
  if (type === 'array' && element) return listOf(element, value);
  if (type === 'string') return textOf(value);
  if (type === 'number') return numberOf(value);
  if (type === 'boolean') return typeof value === 'boolean' ? value : onByDefault.has(name);
  if (type === 'enum' && entries) return isMissing ? Object.values(entries)[0] : value;
  if (type === 'record') return isFields(value) ? value : {};
  return value;
}

/**
 * The completed data of a successful answer; undefined if a read of a single thing returned none. An incomplete answer to a
 * write is returned as it is, since the write was done.
 */
export function answeredData({ data, method }: Call, answered: unknown): unknown {
  const definition = definitionOf(data);
  if (definition.type !== 'object') return fillDefaults(data, answered);
  const key = keyOf(definition);
  const isThere = isFields(answered) && (!key || textOf(answered[key]) !== '');
  if (isThere) return fillDefaults(data, answered);
  return method === 'GET' ? undefined : answered;
}
