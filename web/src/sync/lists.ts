import { hashKey, type InfiniteData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Call, CountsOf, DataOf, InputOf } from '#models/contract/define';
import { type ApiAnswer, api } from '@/lib/api';
import { currentStreamId } from '@/lib/live';
import { cancelAndInvalidate, queryClient, setDataAtOnce } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { accessMeta } from './access';
import type { EntityStore } from './entities';
import { type HoldBack, showAll, useHeldBack } from './held-back';
import { advanceClock, readClock } from './logical-clock';
import { refetchSoon } from './refetch-soon';

/** One page of a list: ids, in the server's order. */
interface Page<N> {
  ids: string[];
  next: string | null;
  counts: N | undefined;
}
type Pages<N> = InfiniteData<Page<N>>;

/** Arguments of a list: the last part of its query key, so that live messages find the loaded lists that they concern. */
type Args = Readonly<Record<string, unknown>>;

interface ListSpec<C extends Call, T extends object, A extends Args> {
  /** Beginning of the query key. */
  key: readonly string[];
  call: C;
  /** Input of the call, without the cursor. */
  input: (args: A) => InputOf<C>;
  entities: EntityStore<T>;
  /** Makes entities of what the call answers, where they differ. */
  toEntities?: (data: DataOf<C>, args: A) => readonly T[];
  /** The server's order; without one, live items come first. */
  order?: (a: T, b: T) => number;
  /** Whether an entity is in the list: hides it when it no longer is, and finds the lists of a live one. */
  matches?: (entity: T, args: A) => boolean;
  hold?: HoldBack;
  /** Set if the answer depends on what the viewer may see: memberships, visibility, blocks, privacy. A function: of which society. */
  access?: true | ((society: string, args: A) => boolean);
  /** False if the answer must not be in the offline cache: it concerns other people, or is secret. */
  persist?: false;
  /** Shows the previous arguments' items until the new ones are loaded, if `true` or for these arguments. */
  keepPrevious?: boolean | ((before: A, next: A) => boolean);
  /** Makes the call, where it is more than one. `ask`: the call with `input`. */
  fetch?: (args: A, cursor: string, signal: AbortSignal, ask: () => Promise<ApiAnswer<C>>) => Promise<ApiAnswer<C>>;
  /** Called with each fetched page's ids, and the stream id from before the request. */
  onFetched?: (ids: readonly string[], streamId: string | null) => void;
}

export interface ListView<T extends object, N = unknown> {
  query: UseInfiniteQueryResult<Pages<N>>;
  /** Ids to show, in order. */
  ids: readonly string[];
  /** Number of ids held back. */
  held: number;
  /** Shows the items that are held back. */
  showHeld: () => void;
  /** Counts of the page that was fetched last. */
  counts: N | undefined;
  entities: EntityStore<T>;
}

/** The ids of all pages, without duplicates. */
const idsOf = (data: Pages<unknown> | undefined): string[] => [...new Set(data?.pages.flatMap(({ ids }) => ids) ?? [])];

export class List<C extends Call, T extends object, A extends Args> {
  readonly spec: ListSpec<C, T, A>;
  /** Items inserted into each list since its first page was requested last: the answers may lack them. */
  readonly #inserted = new Map<string, Set<string>>();
  /** The viewer's own items: never held back. */
  readonly #own = new Set<string>();
  /** Logical time at which a message replaced each list: answers requested earlier are stale. */
  readonly #replacedAt = new Map<string, number>();
  /** Order of the newest message that replaced the lists. */
  #newestOrder = '';

  constructor(spec: ListSpec<C, T, A>) {
    this.spec = spec;
    onUserChange(() => {
      for (const state of [this.#inserted, this.#own, this.#replacedAt]) state.clear();
      this.#newestOrder = '';
    });
  }

  keyOf(args: A): QueryKey {
    return [...this.spec.key, args];
  }

  /** Prefix of the keys of all lists that have these arguments. */
  #keyOfAll(args: Partial<A> | undefined): QueryKey {
    return args ? [...this.spec.key, args] : this.spec.key;
  }

  #dataOf(key: QueryKey): Pages<CountsOf<C>> | undefined {
    return queryClient.getQueryData<Pages<CountsOf<C>>>(key);
  }

  /** Keys and arguments of the lists in use, also before their first answer. */
  #inUse(): { key: QueryKey; args: A }[] {
    const queries = queryClient.getQueryCache().findAll({ queryKey: this.spec.key, predicate: ({ queryKey }) => this.#isOwn(queryKey) });
    return queries.map(({ queryKey }) => ({ key: queryKey, args: queryKey.at(-1) as A }));
  }

  #isOwn(key: QueryKey): boolean {
    return key.length === this.spec.key.length + 1 && typeof key.at(-1) === 'object';
  }

  /** Ids in this list's order; unknown entities keep their places at the end. */
  #sorted(ids: readonly string[]): string[] {
    const { order, entities } = this.spec;
    const unique = [...new Set(ids)];
    if (!order) return unique;
    return unique.toSorted((a, b) => {
      const [left, right] = [entities.get(a), entities.get(b)];
      return left && right ? order(left, right) : 0;
    });
  }

  /** Whether an item belongs on a page: before the page's end, if it is not that itself, or anywhere on the last one. */
  #isOnPage(id: string, { ids, next }: Page<unknown>): boolean {
    const { order, entities } = this.spec;
    const last = ids.at(-1);
    if (next === null || last === undefined || !order) return true;
    const [item, end] = [entities.get(id), entities.get(last)];
    return item !== undefined && end !== undefined && order(item, end) <= 0;
  }

  /** Puts loaded items at their places; one whose place is on a page that is not loaded comes with the page. */
  #place(key: QueryKey, placed: readonly string[]): void {
    const pages = this.#dataOf(key)?.pages ?? [];
    let ids = pages.map((page) => page.ids);
    for (const id of placed) {
      const at = pages.findIndex((page) => this.#isOnPage(id, page));
      const others = ids.map((each) => each.filter((other) => other !== id));
      if (at >= 0) ids = others.map((each, i) => (i === at ? this.#sorted([id, ...each]) : each));
    }
    this.#setPages(key, ids);
  }

  /** Takes an item out of a loaded list. */
  #takeOut(key: QueryKey, id: string): void {
    const pages = this.#dataOf(key)?.pages.map(({ ids }) => ids) ?? [];
    if (pages.some((ids) => ids.includes(id)))
      this.#setPages(
        key,
        pages.map((ids) => ids.filter((each) => each !== id)),
      );
  }

  /**
   * Applies again what was inserted and removed while a request was under way: an answer may be from before that, and with one
   * page TanStack Query brings back the others as they were when it was requested.
   */
  #applyAgain(args: A): void {
    const { entities, matches, order } = this.spec;
    const key = this.keyOf(args);
    const fetched = idsOf(this.#dataOf(key));
    const inserted = [...(this.#inserted.get(hashKey(key)) ?? [])].filter((id) => {
      const entity = entities.get(id);
      return entity && (order || !fetched.includes(id)) && (!matches || matches(entity, args));
    });
    if (inserted.length > 0) this.#place(key, inserted);
    for (const id of fetched) if (entities.isRemoved(id)) this.#takeOut(key, id);
  }

  #call(args: A, cursor: string, signal: AbortSignal): Promise<ApiAnswer<C>> {
    const { call, input, fetch } = this.spec;
    const ask = () => api(call, { ...(input(args) as object), ...(cursor ? { cursor } : {}) } as InputOf<C>, { signal });
    return fetch ? fetch(args, cursor, signal, ask) : ask();
  }

  async #fetchPage(args: A, cursor: string, signal: AbortSignal): Promise<Page<CountsOf<C>>> {
    const { entities, toEntities, onFetched } = this.spec;
    const key = this.keyOf(args);
    const hash = hashKey(key);
    const [requestedAt, streamId] = [readClock(), currentStreamId()];
    const isNew = this.#dataOf(key) === undefined && cursor === '';
    if (cursor === '') this.#inserted.delete(hash);
    const { data, next, counts } = await this.#call(args, cursor, signal);
    const replaced = (this.#replacedAt.get(hash) ?? 0) > requestedAt ? this.#dataOf(key)?.pages[0] : undefined;
    if (replaced) return replaced;
    const ids = entities.merge(toEntities ? toEntities(data, args) : (data as readonly T[]), requestedAt);
    onFetched?.(ids, streamId ?? currentStreamId());
    // Items received meanwhile are new to the reader, as those received later.
    if (isNew) showAll(hash, ids);
    return { ids, next, counts };
  }

  /** Whether the items of other arguments are shown until those of `args` are loaded. */
  #keepsPrevious(before: QueryKey | undefined, args: A): boolean {
    const { keepPrevious = false } = this.spec;
    if (typeof keepPrevious === 'boolean') return keepPrevious;
    return before !== undefined && keepPrevious(before.at(-1) as A, args);
  }

  /** The list page by page, with live updates. `isEnabled`: whether to load it. `hold`: otherwise than the list does. */
  useView(args: A, isEnabled = true, hold: HoldBack = this.spec.hold ?? 'never'): ListView<T, CountsOf<C>> {
    const { entities, access, persist } = this.spec;
    const query = useInfiniteQuery({
      queryKey: this.keyOf(args),
      initialPageParam: '',
      queryFn: ({ pageParam, signal }) => this.#fetchPage(args, pageParam, signal),
      getNextPageParam: ({ next }) => next,
      enabled: isEnabled,
      placeholderData: (before, of) => (this.#keepsPrevious(of?.queryKey, args) ? before : undefined),
      meta: { ...accessMeta(access, args), ...(persist === false && { persist }), onFetched: () => this.#applyAgain(args) },
    });
    const all = useMemo(() => idsOf(query.data), [query.data]);
    const { shown, held, showHeld } = useHeldBack(hashKey(this.keyOf(args)), all, hold, this.#own);
    return { query, ids: shown, held, showHeld, counts: query.data?.pages.at(-1)?.counts, entities };
  }

  /** `useView` with the entities, without those that were removed or no longer match. */
  useItems(args: A, isEnabled = true, hold?: HoldBack): ListView<T, CountsOf<C>> & { items: readonly T[] } {
    const { entities, matches } = this.spec;
    const view = this.useView(args, isEnabled, hold);
    const isOld = view.query.isPlaceholderData;
    const items = entities.useList(view.ids, matches && !isOld ? (entity) => matches(entity, args) : undefined);
    return { ...view, items };
  }

  #setPages(key: QueryKey, ids: readonly string[][]): void {
    setDataAtOnce<Pages<CountsOf<C>>>(
      key,
      (data) => data && { ...data, pages: data.pages.map((page, i) => ({ ...page, ids: ids[i] ?? page.ids })) },
    );
  }

  /**
   * Adds a live or own item to every loaded list that it belongs to, at its place; on a page that is not loaded it comes with
   * the page. An item that is in a list already moves to its place.
   * @param isOwn shows it at once, with all that is held back
   */
  insert(item: T, isOwn = false): void {
    const { entities, matches } = this.spec;
    const [id] = entities.merge([item]);
    const merged = id === undefined ? undefined : entities.get(id);
    if (id === undefined || !merged) return;
    if (isOwn) this.#own.add(id);
    for (const { key, args } of this.#inUse()) {
      if (matches && !matches(merged, args)) continue;
      const hash = hashKey(key);
      this.#inserted.set(hash, new Set(this.#inserted.get(hash)).add(id));
      this.#place(key, [id]);
      const data = this.#dataOf(key);
      if (isOwn && data) showAll(hash, idsOf(data));
    }
  }

  /** Removes an item from every loaded list, and its entity: for good, or at this version, unless it was restored since. */
  remove(id: string, version?: number): void {
    if (!this.spec.entities.remove(id, version)) return;
    for (const { key } of this.#inUse()) this.#takeOut(key, id);
  }

  /**
   * Replaces the loaded lists of one page by the items of a message; an answer requested earlier does not undo it.
   * @param itemsOf the items of each list; null if the message has not all of them, so that the list is refetched
   * @param order of the message, such as its time of computation: an older one that arrives late is ignored
   */
  replace(itemsOf: (args: A) => readonly T[] | null, order = ''): void {
    if (order < this.#newestOrder) return;
    this.#newestOrder = order;
    for (const { key, args } of this.#inUse()) {
      const items = itemsOf(args);
      if (!items) {
        void this.refetch(args);
        continue;
      }
      this.#inserted.delete(hashKey(key));
      this.#replacedAt.set(hashKey(key), advanceClock());
      const ids = this.spec.entities.merge(items);
      setDataAtOnce<Pages<CountsOf<C>>>(key, { pages: [{ ids, next: null, counts: undefined }], pageParams: [''] });
    }
  }

  /** Changes the counts of the loaded lists with these arguments. */
  updateCounts(next: (counts: NonNullable<CountsOf<C>>, args: A) => CountsOf<C>): void {
    for (const { key, args } of this.#inUse())
      setDataAtOnce<Pages<CountsOf<C>>>(
        key,
        (data) => data && { ...data, pages: data.pages.map((page) => (page.counts ? { ...page, counts: next(page.counts, args) } : page)) },
      );
  }

  /** Refetches the lists on the screen whose data may have changed; with arguments, only those lists that have them. */
  async refetch(args?: Partial<A>): Promise<void> {
    await cancelAndInvalidate(this.#keyOfAll(args));
  }

  /** `refetch` after a moment, once for several changes in a row. */
  refetchSoon(args?: Partial<A>): void {
    refetchSoon(this.#keyOfAll(args));
  }
}

/** Declares a list (docs/sync.md). */
export const defineList = <C extends Call, T extends object, A extends Args>(spec: ListSpec<C, T, A>): List<C, T, A> => new List(spec);
