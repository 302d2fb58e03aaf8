import { type Id, models } from './model.js';
import { personData } from './person-data.js';

/** Everything that is a person's own, by collection, as it is stored. */
export async function exportPerson(user: Id): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [collection, { own, without = [] }] of Object.entries(personData)) {
    if (!own) continue;
    const hidden = Object.fromEntries(without.map((field) => [field, 0]));
    // As plain values: an id is text, a time is ISO 8601.
    found[collection] = JSON.parse(JSON.stringify((await models.get(collection)?.find(own(user), hidden).lean()) ?? []));
  }
  return found;
}
