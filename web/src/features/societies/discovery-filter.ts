import { useSearchParams } from 'react-router-dom';
import { societyCategories } from '#models/contract/societies';

export interface DiscoveryFilter {
  q: string;
  category: string;
  isTrending: boolean;
}

export const noFilter: DiscoveryFilter = { q: '', category: '', isTrending: false };

/** Parses the filter from the URL; unknown categories are ignored. */
function parseFilter(params: URLSearchParams): DiscoveryFilter {
  const category = params.get('category') ?? '';
  return {
    q: params.get('q')?.trim() ?? '',
    category: (societyCategories as readonly string[]).includes(category) ? category : '',
    isTrending: params.get('filter') === 'trending',
  };
}

export function paramsOf({ q, category, isTrending }: DiscoveryFilter): URLSearchParams {
  return new URLSearchParams({
    ...(q ? { q } : {}),
    ...(category ? { category } : {}),
    ...(isTrending ? { filter: 'trending' } : {}),
  });
}

/** Filter of discovery, stored in the URL, so that it can be linked to and survives going back. */
export function useDiscoveryFilter() {
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const change = (next: Partial<DiscoveryFilter>) => setParams(paramsOf({ ...filter, ...next }), { replace: true });
  return { filter, change };
}
