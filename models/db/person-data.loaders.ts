import { type Id, models } from './model.js';
import './all.js';
import { describedCollections } from './collections.js';
import { maskOthers } from './person-data.naming.js';

/** Documents as plain values: an id is text, a time is ISO 8601. */
async function read(collection: string, filter: object, fields: Record<string, 0 | 1>): Promise<unknown[]> {
  return JSON.parse(JSON.stringify((await models.get(collection)?.find(filter, fields).lean()) ?? []));
}

const each = <V extends 0 | 1>(names: readonly string[], value: V): Record<string, V> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** Exports a person's own stored documents, by collection, and their own parts of others' documents. */
export async function exportPerson(user: Id): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [collection, { exportFilter, omitted = [], exportedPart: part }] of describedCollections()) {
    if (exportFilter) found[collection] = await read(collection, exportFilter(user), each(omitted, 0));
    if (part) found[part.name] = await read(collection, part.filter(user), { _id: 0, ...each(part.fields, 1) });
  }
  return maskOthers(user, found);
}
