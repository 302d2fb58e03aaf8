import { type Id, models } from './model.js';
import './all.js';
import { describedCollections } from './collections.js';

/** Exports a person's own stored documents, by collection. */
export async function exportPerson(user: Id): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [collection, { exportFilter, omitted = [] }] of describedCollections()) {
    if (!exportFilter) continue;
    const hidden = Object.fromEntries(omitted.map((field) => [field, 0]));
    // As plain values: an id is text, a time is ISO 8601.
    found[collection] = JSON.parse(JSON.stringify((await models.get(collection)?.find(exportFilter(user), hidden).lean()) ?? []));
  }
  return found;
}
