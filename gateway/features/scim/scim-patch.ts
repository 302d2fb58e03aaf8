import type { Filter } from 'scim2-parse-filter';
import { refuse } from './scim-errors.js';
import { parseFilter } from './scim-filter.js';
import { type Given, readAttribute, toPath } from './scim-users.js';

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const mostOperations = 1000;

/** One operation of a PATCH. */
export interface PatchOperation {
  op: 'add' | 'remove' | 'replace';
  /** Undefined for the whole resource. */
  path: string | undefined;
  value: unknown;
}

function readOperation(each: unknown): PatchOperation {
  const { op, path, value } = Object(each) as { op?: unknown; path?: unknown; value?: unknown };
  const name = typeof op === 'string' ? op.toLowerCase() : '';
  if (name !== 'add' && name !== 'remove' && name !== 'replace') return refuse('invalidSyntax', 'An operation is add, remove or replace.');
  if (path !== undefined && typeof path !== 'string') return refuse('invalidPath', 'A path is a text.');
  if (name === 'remove' && path === undefined) return refuse('noTarget', 'Remove needs a path.');
  if (name !== 'remove' && value === undefined) return refuse('invalidValue', `The operation ${name} needs a value.`);
  return { op: name, path, value };
}

/** Reads the body of a PATCH. */
export function readOperations(body: unknown): PatchOperation[] {
  const { schemas, Operations: operations } = Object(body) as { schemas?: unknown; Operations?: unknown };
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    return refuse('invalidSyntax', `The body needs the schema ${patchSchema}.`);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    return refuse('invalidSyntax', `Operations is a list of 1 to ${mostOperations}.`);
  return operations.map(readOperation);
}

/** Splits `emails[type eq "work"].value`; the filter is null for a path without one. */
export function splitPath(path: string): { attribute: string; filter: Filter | null; inner: string } {
  const [, attribute, filter, inner = ''] = /^([A-Za-z$][\w$.:-]*)(?:\[(.*)\](?:\.(\w+))?)?$/.exec(path) ?? [];
  if (attribute === undefined) return refuse('invalidPath', 'The path could not be read.');
  return { attribute: toPath(attribute), filter: filter === undefined ? null : parseFilter(filter), inner: inner.toLowerCase() };
}

/** Whether a filter of addresses selects the one that Nadi stores, which is of the type work, and primary. */
function selectsEmail(filter: Filter, email: string): boolean {
  if (filter.op !== 'eq') return refuse('invalidPath', 'A filter in a path is eq.');
  const attributes: Record<string, unknown> = { type: 'work', primary: true, value: email };
  const stored = attributes[filter.attrPath.toLowerCase()];
  return typeof stored === 'string' ? stored.toLowerCase() === String(filter.compValue).toLowerCase() : stored === filter.compValue;
}

/** One operation at `emails[…]`. Another address than that of the type work is not stored. */
function patchEmail({ op, value }: PatchOperation, filter: Filter, inner: string, email: string): Given {
  const selects = selectsEmail(filter, email);
  if (!selects && op === 'replace') return refuse('noTarget', 'No address is selected.');
  if (!selects || (inner !== '' && inner !== 'value')) return {};
  if (op === 'remove') return { email: '' };
  return inner === '' ? readAttribute('emails', value) : readAttribute('emails.value', value);
}

/** The operations with a path each: those inside one without a path, whose value is a part of the resource. */
function withPaths({ op, path, value }: PatchOperation): (PatchOperation & { path: string })[] {
  if (path !== undefined) return [{ op, path, value }];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('invalidValue', 'The value is no resource.');
  return Object.entries(value).map(([name, each]) => ({ op, path: name, value: each }));
}

/**
 * Reads the attributes that a PATCH of a person gives; the last one counts.
 *
 * @param email the stored address
 */
export const readPatch = (body: unknown, email: string): Given =>
  Object.assign(
    {},
    ...readOperations(body)
      .flatMap(withPaths)
      .map((operation) => {
        const { op, path, value } = operation;
        const { attribute, filter, inner } = splitPath(path);
        if (filter) return attribute === 'emails' ? patchEmail(operation, filter, inner, email) : {};
        if (op === 'remove' && attribute === 'username') return refuse('mutability', 'userName cannot be removed.');
        return readAttribute(attribute, op === 'remove' ? null : value);
      }),
  );
