/**
 * The part of `zod/mini` that the contract uses, with its names and results, in a tenth of the bytes
 * (docs/decisions/046-a-small-zod-in-the-browser.md). The server parses with zod; web/light-libraries.test.ts compares both.
 */
import { type Payload, refuse, type Step } from './zod-checks';

export { int, maximum, maxLength, minimum, minLength, overwrite, refine, regex, trim } from './zod-checks';

type Shape = Record<string, Schema>;

/** The definition of a schema, as far as somebody reads it. */
interface Definition {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Shape;
  entries?: Record<string, string>;
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

class Schema {
  readonly _zod: { def: Definition };
  readonly shape: Shape | undefined;
  readonly options: string[] | undefined;

  private readonly read: Step;
  private readonly checks: readonly Step[];

  constructor(definition: Definition, read: Step, checks: readonly Step[] = []) {
    this.read = read;
    this.checks = checks;
    this._zod = { def: definition };
    this.shape = definition.shape;
    this.options = definition.entries && Object.values(definition.entries);
  }

  check(...checks: Step[]): Schema {
    return new Schema(this._zod.def, this.read, [...this.checks, ...checks]);
  }

  run(value: unknown): Payload {
    const payload: Payload = { value, issues: [] };
    this.read(payload);
    for (const check of this.checks) if (payload.issues.every((issue) => issue.continue === true)) check(payload);
    return payload;
  }

  safeParse(input: unknown) {
    const { value, issues } = this.run(input);
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: value };
  }

  parse(input: unknown): unknown {
    const { value, issues } = this.run(input);
    if (issues.length > 0) throw new Error(JSON.stringify(issues));
    return value;
  }
}

/** Parses a part of a value; its faults become those of the whole. */
function readPart({ issues }: Payload, schema: Schema, value: unknown, name: PropertyKey): unknown {
  const part = schema.run(value);
  for (const issue of part.issues) issues.push({ ...issue, path: [name, ...issue.path] });
  return part.value;
}

/** Parses the whole value by another schema. */
function pass(payload: Payload, schema: Schema): void {
  const { value, issues } = schema.run(payload.value);
  payload.value = value;
  payload.issues.push(...issues);
}

const typed = (type: string, isOfType: (value: unknown) => boolean, message?: string): Schema =>
  new Schema({ type }, (payload) => {
    if (!isOfType(payload.value)) refuse(payload, message);
  });

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

// Each is marked as free of side effects, so that the build drops the schemas that a page does not use.

/* @__NO_SIDE_EFFECTS__ */
export function string(message?: string): Schema {
  return typed('string', (value) => typeof value === 'string', message);
}

/* @__NO_SIDE_EFFECTS__ */
export function number(message?: string): Schema {
  return typed('number', isNumber, message);
}

/* @__NO_SIDE_EFFECTS__ */
export function boolean(message?: string): Schema {
  return typed('boolean', (value) => typeof value === 'boolean', message);
}

/* @__NO_SIDE_EFFECTS__ */
export function unknown(): Schema {
  return typed('unknown', () => true);
}

/* @__NO_SIDE_EFFECTS__ */
export function file(message?: string): Schema {
  return typed('file', (value) => value instanceof File, message);
}

/* @__NO_SIDE_EFFECTS__ */
export function literal(only: unknown): Schema {
  return typed('literal', (value) => value === only);
}

/* @__NO_SIDE_EFFECTS__ */
function nothing(): Schema {
  return typed('null', (value) => value === null);
}

/* @__NO_SIDE_EFFECTS__ */
function oneOf(values: readonly string[], message?: string): Schema {
  const entries = Object.fromEntries(values.map((value) => [value, value]));
  return new Schema({ type: 'enum', entries }, (payload) => {
    if (!values.includes(payload.value as string)) refuse(payload, message);
  });
}

export { nothing as null, oneOf as enum };

export const coerce = {
  number: /* @__NO_SIDE_EFFECTS__ */ (message?: string): Schema =>
    new Schema({ type: 'number' }, (payload) => {
      payload.value = Number(payload.value);
      if (!isNumber(payload.value)) refuse(payload, message);
    }),
};

/* @__NO_SIDE_EFFECTS__ */
export function optional(innerType: Schema): Schema {
  return new Schema({ type: 'optional', innerType }, (payload) => {
    if (payload.value !== undefined) pass(payload, innerType);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable(innerType: Schema): Schema {
  return new Schema({ type: 'nullable', innerType }, (payload) => {
    if (payload.value !== null) pass(payload, innerType);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function _default(innerType: Schema, fallback: unknown): Schema {
  return new Schema({ type: 'default', innerType }, (payload) => {
    if (payload.value === undefined) payload.value = fallback;
    else pass(payload, innerType);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function array(element: Schema, message?: string): Schema {
  return new Schema({ type: 'array', element }, (payload) => {
    const { value } = payload;
    if (!Array.isArray(value)) return refuse(payload, message);
    payload.value = value.map((each, index) => readPart(payload, element, each, index));
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function object(shape: Shape, message?: string): Schema {
  return new Schema({ type: 'object', shape }, (payload) => {
    const { value } = payload;
    if (!isFields(value)) return refuse(payload, message);
    const whole: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(shape)) {
      const part = readPart(payload, schema, value[name], name);
      if (part !== undefined || name in value) whole[name] = part;
    }
    payload.value = whole;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function extend({ shape }: Schema, more: Shape): Schema {
  return object({ ...shape, ...more });
}

/* @__NO_SIDE_EFFECTS__ */
export function omit({ shape }: Schema, names: Record<string, true>): Schema {
  return object(Object.fromEntries(Object.entries(shape ?? {}).filter(([name]) => !(name in names))));
}

/* @__NO_SIDE_EFFECTS__ */
export function partial({ shape }: Schema): Schema {
  return object(Object.fromEntries(Object.entries(shape ?? {}).map(([name, schema]) => [name, optional(schema)])));
}

/** Whether an object is of no class: a record is no File. */
const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/* @__NO_SIDE_EFFECTS__ */
function recordOf(key: Schema, valueType: Schema, isWhole: boolean): Schema {
  return new Schema({ type: 'record' }, (payload) => {
    const { value } = payload;
    if (!isFields(value) || !isPlain(value)) return refuse(payload);
    const names = new Set([...(isWhole ? (key.options ?? []) : []), ...Object.keys(value)]);
    const whole: Record<string, unknown> = {};
    for (const name of names) {
      if (key.run(name).issues.length > 0) refuse(payload);
      else whole[name] = readPart(payload, valueType, value[name], name);
    }
    payload.value = whole;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function record(key: Schema, value: Schema): Schema {
  return recordOf(key, value, true);
}

/* @__NO_SIDE_EFFECTS__ */
export function partialRecord(key: Schema, value: Schema): Schema {
  return recordOf(key, value, false);
}

/* @__NO_SIDE_EFFECTS__ */
export function union(options: readonly Schema[], message?: string): Schema {
  return new Schema({ type: 'union' }, (payload) => {
    const fitting = options.map((option) => option.run(payload.value)).find(({ issues }) => issues.length === 0);
    if (fitting) payload.value = fitting.value;
    else refuse(payload, message);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function pipe(first: Schema, second: Schema): Schema {
  return new Schema({ type: 'pipe' }, (payload) => {
    pass(payload, first);
    if (payload.issues.length === 0) pass(payload, second);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function transform(change: (value: unknown) => unknown): Schema {
  return new Schema({ type: 'transform' }, (payload) => {
    payload.value = change(payload.value);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function custom(): Schema {
  return new Schema({ type: 'custom' }, () => {});
}

export const safeParse = (schema: Schema, value: unknown) => schema.safeParse(value);
