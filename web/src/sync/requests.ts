import { currentStreamId } from '@/lib/live';
import type { EntityStore } from './entities';
import { readClock } from './logical-clock';

/** The entities of one kind in an answer. */
export interface Source<D, T extends object> {
  entities: EntityStore<T>;
  /** Makes entities of what the call answers, where they differ. */
  toEntities?: (data: D) => readonly T[];
  /** Called with the fetched ids, and the stream id from before the request. */
  onFetched?: (ids: readonly string[], streamId: string | null) => void;
}

/** Merges a part of an answer into its entities; returns their ids. */
export type MergeAnswer = <D, T extends object>(source: Source<D, T>, data: D) => string[];

/** Begins a request whose answer has entities of several kinds, so that it does not undo the messages that come before it. */
export function beginRequest(): MergeAnswer {
  const [requestedAt, streamId] = [readClock(), currentStreamId()];
  return ({ entities, toEntities, onFetched }, data) => {
    const ids = entities.merge(toEntities ? toEntities(data) : (data as never), requestedAt);
    onFetched?.(ids, streamId ?? currentStreamId());
    return ids;
  };
}
