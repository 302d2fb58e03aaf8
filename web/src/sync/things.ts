import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Call, DataOf, InputOf } from '#models/contract/define';
import { ApiError, api } from '@/lib/api';
import { currentStreamId } from '@/lib/live';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { isOffline, isUnreachableError } from '@/lib/reachability';
import { accessMeta } from './access';
import type { EntityStore } from './entities';
import { readClock } from './logical-clock';

interface ThingSpec<C extends Call, T extends object> {
  /** Query key of one thing. */
  key: (id: string) => QueryKey;
  call: C;
  input: (id: string) => InputOf<C>;
  entities: EntityStore<T>;
  /** Makes the entity of what the call answers, where it differs. */
  toEntity?: (data: DataOf<C>, id: string) => T;
  /** Statuses that mean that the viewer cannot see it. */
  goneOn?: readonly number[];
  /** Set if the answer depends on what the viewer may see. A function: of which society. */
  access?: true | ((society: string, id: string) => boolean);
  persist?: false;
  /** Called after each fetch, with the stream id from before the request. */
  onFetched?: (id: string, streamId: string | null) => void;
}

/** One thing on the screen. `removed`: it was deleted while it was shown; `missing`: the viewer cannot see it. */
export type ThingState<T> = { is: 'there'; thing: T } | { is: 'loading' } | { is: 'missing' } | { is: 'removed' } | { is: 'failed' };

export interface ThingView<T> {
  state: ThingState<T>;
  thing: T | undefined;
  query: UseQueryResult<string>;
  retry: () => void;
}

export class Things<C extends Call, T extends object> {
  readonly spec: ThingSpec<C, T>;

  constructor(spec: ThingSpec<C, T>) {
    this.spec = spec;
  }

  /** Whether an error means that the viewer cannot see the thing. */
  isGone(error: unknown): boolean {
    return error instanceof ApiError && (this.spec.goneOn ?? [400, 403, 404]).includes(error.status);
  }

  async #fetch(id: string, signal: AbortSignal): Promise<string> {
    const { call, input, entities, toEntity, onFetched } = this.spec;
    const [requestedAt, streamId] = [readClock(), currentStreamId()];
    try {
      const { data } = await api(call, input(id), { signal });
      entities.merge([toEntity ? toEntity(data, id) : (data as T)], requestedAt);
      onFetched?.(id, streamId ?? currentStreamId());
      return id;
    } catch (error) {
      // Cancelled, for a newer request or because the page is left: the server has refused nothing.
      if (signal.aborted) throw error;
      // One of an earlier visit would pass for the present state after the server has refused to answer.
      if (this.isGone(error) || (entities.isRestored(id) && !isUnreachableError(error))) entities.drop(id);
      throw error;
    }
  }

  /** The query of one thing. */
  query(id: string) {
    const { key, access, persist } = this.spec;
    return {
      queryKey: key(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => this.#fetch(id, signal),
      meta: { ...accessMeta(access, id), ...(persist === false && { persist }) },
    };
  }

  #stateOf(id: string, thing: T | undefined, { isPending, isEnabled, error, fetchStatus }: UseQueryResult<string>): ThingState<T> {
    if (thing) return { is: 'there', thing };
    if (this.spec.entities.isRemoved(id)) return { is: 'removed' };
    // Idle between a request that is cancelled and the one that replaces it.
    if (isPending && (isEnabled || fetchStatus !== 'idle')) return { is: 'loading' };
    return { is: !error || this.isGone(error) ? 'missing' : 'failed' };
  }

  /**
   * Whether a thing of an earlier visit waits for its answer: it would pass for the present state. It is shown where that visit's
   * answer is, and once the server was out of reach: any other failure drops it.
   */
  #isAwaited(id: string, { isPending, failureCount, errorUpdateCount }: UseQueryResult<string>): boolean {
    return this.spec.entities.isRestored(id) && isPending && failureCount + errorUpdateCount === 0 && !isOffline();
  }

  /** One thing with live updates: the loaded one at once, while it is refetched. */
  useThing(id: string, isEnabled = true): ThingView<T> {
    const query = useQuery({ ...this.query(id), enabled: isEnabled });
    const loaded = this.spec.entities.useOne(id);
    const thing = this.#isAwaited(id, query) ? undefined : loaded;
    return { state: this.#stateOf(id, thing, query), thing, query, retry: () => void query.refetch() };
  }

  /** Fetches a thing unless it is being fetched; resolves to it, or undefined if it was removed meanwhile. */
  async load(id: string): Promise<T | undefined> {
    return this.spec.entities.get(await queryClient.fetchQuery(this.query(id)));
  }

  /** Refetches one thing that may have changed. */
  async refetch(id: string): Promise<void> {
    await cancelAndInvalidate(this.spec.key(id));
  }
}

/** Declares how one thing of a kind is loaded (docs/sync.md). */
export const defineThings = <C extends Call, T extends object>(spec: ThingSpec<C, T>): Things<C, T> => new Things(spec);
