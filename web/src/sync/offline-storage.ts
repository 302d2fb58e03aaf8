import { clear, createStore, delMany, entries, get, setMany, type UseStore } from 'idb-keyval';

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

export const readState = async <T>(name: string): Promise<T | undefined> =>
  (await get<OfflineRecord>(keyOf({ kind: 'state', name }), opened()))?.value as T | undefined;

/** Erases the records of every user. */
export const eraseRecords = (): Promise<void> => clear(opened());

export const writeRecords = (head: OfflineHeader, records: readonly OfflineRecord[]): Promise<void> =>
  setMany([[headKey, head], ...records.map((record): [string, OfflineRecord] => [keyOf(record), record])], opened());

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

/** All records; deletes and leaves out those that are too old or too many. */
export async function readRecords(now = Date.now()): Promise<OfflineRecord[]> {
  const found = (await entries<string, OfflineRecord>(opened())).filter(([key]) => key !== headKey).map(([, record]) => record);
  const gone = new Set(expiredOf(found, now));
  if (gone.size > 0) await removeRecords([...gone]);
  return found.filter((record) => !gone.has(record));
}
