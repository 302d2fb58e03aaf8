import { useSearchParams } from 'react-router-dom';
import { type SearchKind, searchKinds } from '#models/contract/search';

const isKind = (text: string | null): text is SearchKind => searchKinds.some((kind) => kind === text);

/**
 * What is sought, as the page's address says it: the header writes `q`, the side bar `query`; both are read, and what is typed
 * here is written as `q`.
 */
export function useSought() {
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind');
  const sought = isKind(kind) ? kind : undefined;
  const seek = (q: string) => setParams({ ...(q ? { q } : {}), ...(sought ? { kind: sought } : {}) }, { replace: true });
  return { q: (params.get('q') ?? params.get('query') ?? '').trim().slice(0, 100), kind: sought, seek };
}
