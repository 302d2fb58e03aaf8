import { inBatches } from '#models/bus/verb';
import type { Id } from '#models/db/model';
import { RosterEntries, type RosterEntryDoc } from '#models/db/roster-entries';
import { refuse } from './scim-errors.js';
import { type EntryFilter, entryFilter } from './scim-filter.js';
import { extensions, toPath } from './scim-users.js';

export type ScimQuery = Record<string, string | undefined>;

/** Maximum number of resources in one answer, and their number where nobody asks for one. */
export const mostListed = 500;
const usuallyListed = 100;
const everybody = { key: { $gt: '' } };

interface Paging {
  startIndex: number;
  count: number;
}

function wholeNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  return /^-?\d{1,9}$/.test(text) ? Number(text) : refuse('invalidValue', `${name} is a whole number.`);
}

/** Reads the page that is asked for; it begins at 1. */
export const readPaging = ({ startIndex, count }: ScimQuery): Paging => ({
  startIndex: Math.max(1, wholeNumber('startIndex', startIndex, 1)),
  count: Math.min(mostListed, Math.max(0, wholeNumber('count', count, usuallyListed))),
});

/** Body of a list. */
export const listToScim = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Ids of the entries that a filter selects which no query can express. */
async function scan({ test }: EntryFilter): Promise<Id[]> {
  const ids: Id[] = [];
  const fields = { key: 1, emailFolded: 1, externalId: 1, affiliation: 1, leftAt: 1 };
  const all = RosterEntries.find(everybody, fields).sort({ key: 1 }).lean<RosterEntryDoc[]>();
  for await (const batch of inBatches(all)) ids.push(...batch.filter(test).map(({ _id }) => _id));
  return ids;
}

/** One page of the people whom a filter selects, by userName, and the number of all. */
export async function listEntries(
  filter: string | undefined,
  { startIndex, count }: Paging,
): Promise<{ entries: RosterEntryDoc[]; total: number }> {
  const wanted = filter === undefined || filter.trim() === '' ? null : entryFilter(filter);
  if (wanted && wanted.query === null) {
    const ids = await scan(wanted);
    const page = ids.slice(startIndex - 1, startIndex - 1 + count);
    return {
      entries: await RosterEntries.find({ _id: { $in: page } })
        .sort({ key: 1 })
        .lean(),
      total: ids.length,
    };
  }
  const query = wanted?.query ?? everybody;
  const total = await RosterEntries.countDocuments(query);
  if (count === 0) return { entries: [], total };
  const page = RosterEntries.find(query)
    .sort({ key: 1 })
    .skip(startIndex - 1)
    .limit(count);
  return { entries: await page.lean(), total };
}

/** Name of the top-level attribute that a path is in: that of an extension is its schema. */
function topName(text: string): string {
  const path = toPath(text.trim());
  const extension = extensions.find((schema) => path === schema || path.startsWith(`${schema}:`));
  return extension ?? path.split('.')[0] ?? '';
}

const namesIn = (text: string): Set<string> => new Set(text.split(',').map(topName));

/** Leaves out of a resource what `attributes` does not name, or `excludedAttributes` names. */
export function selectAttributes<T extends object>(resource: T, { attributes, excludedAttributes }: ScimQuery): Partial<T> {
  const [included, excluded] = [attributes, excludedAttributes].map((text) => (text ? namesIn(text) : null));
  const isAlways = (name: string): boolean => name === 'schemas' || name === 'id';
  const isShown = (name: string): boolean => (included ? included.has(name) : !excluded?.has(name));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isAlways(name) || isShown(name.toLowerCase()))) as Partial<T>;
}

/** Whether the answer has this attribute. */
export const isWanted = (name: string, query: ScimQuery): boolean => name in selectAttributes({ [name]: true }, query);
