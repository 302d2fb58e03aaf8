import type { QueryKey } from '@tanstack/react-query';
import type { RenderedView } from '#models/contract/rendering';
import { digitsInUse } from '@/lib/locale';
import { queryClient } from '@/lib/query';
import { setRenderedView } from '@/lib/rendered-view';
import { noteStreamId } from '@/lib/stream-id';
import { readToken } from '@/lib/token';
import { namedStores, restoreRendered } from './named-stores';

/** The data of a rendered page, which travels in it so that the browser does not ask for it again (docs/rendering.md). */
interface RenderedState {
  view: RenderedView;
  /** Stream id from before the data was read: the browser gets what it missed since. */
  position: string;
  queries: { queryKey: QueryKey; data: unknown }[];
  /** Entities by store and id. */
  entities: Record<string, Record<string, object>>;
}

/** Milliseconds in which an answer that came with the page is not fetched again. */
const FRESH = 30_000;

/** Puts the answers into the cache, before anything is shown; each counts as fresh until it is fetched again. */
function seedQueries(queries: RenderedState['queries']): void {
  const renderedAt = Date.now();
  for (const { queryKey, data } of queries) {
    queryClient.setQueryDefaults(queryKey, { staleTime: ({ state }) => (state.dataUpdatedAt === renderedAt ? FRESH : 0) });
    queryClient.setQueryData(queryKey, data, { updatedAt: renderedAt });
  }
}

/** The data that the page being rendered shows. Call it on the server. */
export function collectState(view: RenderedView, position: string): RenderedState {
  const answered = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  const entities = [...namedStores].map(([name, store]) => {
    const all = store.ids().flatMap((id): [string, object][] => {
      const entity = store.confirmed(id);
      return entity ? [[id, entity]] : [];
    });
    return [name, Object.fromEntries(all)] as const;
  });
  return {
    view,
    position,
    queries: answered.map(({ queryKey, state: { data } }) => ({ queryKey, data })),
    entities: Object.fromEntries(entities.filter(([, all]) => Object.keys(all).length > 0)),
  };
}

/**
 * Puts the data of a rendered page into the stores. Returns false if it is not for this browser's language, digits and session, so
 * that it cannot be taken over.
 * @param script the element with the data
 */
export function takeRenderedPage(script: HTMLElement): boolean {
  script.remove();
  const { view, position, queries, entities } = JSON.parse(script.textContent ?? '') as RenderedState;
  const isOwn = view.language === document.documentElement.lang && view.digits === digitsInUse();
  if (!isOwn || readToken() !== null) return false;
  setRenderedView(view);
  noteStreamId(position);
  restoreRendered(new Map(Object.entries(entities).map(([name, all]) => [name, new Map(Object.entries(all))])));
  seedQueries(queries);
  return true;
}
