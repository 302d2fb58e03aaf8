import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CountsOf, DataOf } from '#models/contract/define';
import { type SearchKind, searchAll, searchKinds } from '#models/contract/search';
import { api } from '@/lib/api';
import { formatCount } from '@/lib/format';
import { defineList, type ListView } from '@/sync/lists';
import { beginRequest, type MergeAnswer, type Source } from '@/sync/requests';

type SearchData = DataOf<typeof searchAll>;
export type SearchCounts = CountsOf<typeof searchAll>;

/** Results of one kind: how an answer with all kinds is merged, and the list of all of that kind. */
interface KindOfResults {
  merge: (data: SearchData, merge: MergeAnswer) => string[];
  useList: (q: string) => Pick<ListView<object>, 'query' | 'ids'>;
}
export type ResultKinds = Record<SearchKind, KindOfResults>;

const pageSize = 20;
export const noCounts: SearchCounts = { societies: 0, events: 0, posts: 0, people: 0, at_least: [] };
/** Results depend on what the viewer may see, and concern other people. */
export const searchMeta = { access: true, persist: false } as const;

/** Declares where the results of one kind go. */
export function resultsOf<K extends SearchKind, T extends object>(kind: K, source: Source<SearchData[K], T>): KindOfResults {
  const { toEntities = (found) => found as unknown as T[], ...rest } = source;
  const list = defineList({
    ...rest,
    ...searchMeta,
    key: ['search', kind],
    call: searchAll,
    input: ({ q }: { q: string }) => ({ q, kind, limit: pageSize }),
    toEntities: (data) => toEntities(data[kind]),
  });
  return { merge: (data, merge) => merge(source, data[kind]), useList: (q) => list.useView({ q }) };
}

/** Count of one kind, '1,000+' if there may be more than were counted. */
export const countText = (counts: SearchCounts, kind: SearchKind): string => formatCount(counts[kind], counts.at_least.includes(kind));

async function fetchFirst(q: string, kinds: ResultKinds, signal: AbortSignal) {
  const merge = beginRequest();
  const { data, counts = noCounts } = await api(searchAll, { q }, { signal });
  const ids = Object.fromEntries(searchKinds.map((kind) => [kind, kinds[kind].merge(data, merge)])) as Record<SearchKind, string[]>;
  return { q, ids, counts };
}

/** Loads the first results of each kind, and the counts. */
export const useFirstResults = (q: string, kinds: ResultKinds) =>
  useQuery({
    queryKey: ['search', 'first', q],
    queryFn: ({ signal }) => fetchFirst(q, kinds, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: searchMeta,
  });
