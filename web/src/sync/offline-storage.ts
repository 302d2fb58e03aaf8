import { clear, createStore, delMany, entries, get, getMany, promisifyRequest, type UseStore } from 'idb-keyval';

/** Kinds of cached records: a query's answer, an entity by its id, or a small state. */
export type OfflineRecordKind = 'query' | 'entity' | 'state';

export interface OfflineRecord {
  kind: OfflineRecordKind;
  /** A query's hash; an entity's store and id; a state's name. */
  name: string;
  value: unknown;
  /** Time at which it was last current (milliseconds). */
  at: number;
}

/** Owner and build of all records: those of another user or build are never read. */
export interface OfflineHeader {
  owner: string;
  build: string;
}

const headKey = 'head';
/** Most records of each kind. */
const limits = { query: 200, entity: 3000, state: 20 } as const satisfies Record<OfflineRecordKind, number>;
const maxAge = 7 * 24 * 60 * 60_000;

let store: UseStore | null = null;
const opened = (): UseStore => {
  store ??= createStore('nadi-offline', 'kept');
  return store;
};
const keyOf = ({ kind, name }: Pick<OfflineRecord, 'kind' | 'name'>): string => `${kind} ${name}`;

/** Whether the browser has IndexedDB. */
export const isStorageAvailable = (): boolean => typeof indexedDB !== 'undefined';

export const readHead = (): Promise<OfflineHeader | undefined> => get<OfflineHeader>(headKey, opened());

/** Whether records with this head are of the other's owner and build. */
export const isSameHead = (one: OfflineHeader | undefined, other: OfflineHeader): boolean =>
  one?.owner === other.owner && one.build === other.build;

/** A state of this owner and build; undefined without one. */
export async function readState<T>(head: OfflineHeader, name: string): Promise<T | undefined> {
  const [found, record] = await getMany<unknown>([headKey, keyOf({ kind: 'state', name })], opened());
  return isSameHead(found as OfflineHeader | undefined, head) ? ((record as OfflineRecord | undefined)?.value as T | undefined) : undefined;
}

/** Erases the records of every user. */
export const eraseRecords = (): Promise<void> => clear(opened());

/**
 * Writes and removes records. Those of another owner or build are erased in the same transaction, since another tab may be writing
 * for another user.
 */
export const writeRecords = (
  head: OfflineHeader,
  records: readonly OfflineRecord[],
  removed: readonly Pick<OfflineRecord, 'kind' | 'name'>[] = [],
): Promise<void> =>
  opened()('readwrite', async (objects) => {
    const found: OfflineHeader | undefined = await promisifyRequest(objects.get(headKey));
    if (found && !isSameHead(found, head)) objects.clear();
    objects.put(head, headKey);
    for (const record of records) objects.put(record, keyOf(record));
    for (const record of removed) objects.delete(keyOf(record));
    await promisifyRequest(objects.transaction);
  });

export const removeRecords = (records: readonly Pick<OfflineRecord, 'kind' | 'name'>[]): Promise<void> =>
  delMany(records.map(keyOf), opened());

/** Records that are too old or beyond their kind's limit, oldest first. */
function expiredOf(records: readonly OfflineRecord[], now: number): OfflineRecord[] {
  const kinds = Object.keys(limits) as OfflineRecordKind[];
  return kinds.flatMap((kind) => {
    const newestFirst = records.filter((record) => record.kind === kind).toSorted((a, b) => b.at - a.at);
    return newestFirst.filter(({ at }, index) => index >= limits[kind] || now - at > maxAge);
  });
}

/** All records, or those of an owner and build; deletes and leaves out those that are too old or too many. */
export async function readRecords({ of, now = Date.now() }: { of?: OfflineHeader; now?: number } = {}): Promise<OfflineRecord[]> {
  const all = await entries<string, OfflineRecord | OfflineHeader>(opened());
  const head = all.find(([key]) => key === headKey)?.[1] as OfflineHeader | undefined;
  if (of && !isSameHead(head, of)) return [];
  const found = all.filter(([key]) => key !== headKey).map(([, record]) => record as OfflineRecord);
  const gone = new Set(expiredOf(found, now));
  if (gone.size > 0) await removeRecords([...gone]);
  return found.filter((record) => !gone.has(record));
}
