import { useSearchParams } from 'react-router-dom';
import { type SearchKind, searchKinds } from '#models/contract/search';

const isKind = (text: string | null): text is SearchKind => searchKinds.some((kind) => kind === text);

/**
 * Reads and writes the search text and kind in the URL. The header links with `q`, the side bar with `query`; both are read,
 * and `q` is written.
 */
export function useSearchQuery() {
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind');
  const validKind = isKind(kind) ? kind : undefined;
  const setText = (q: string) => setParams({ ...(q ? { q } : {}), ...(validKind ? { kind: validKind } : {}) }, { replace: true });
  return { q: (params.get('q') ?? params.get('query') ?? '').trim().slice(0, 100), kind: validKind, setText };
}
