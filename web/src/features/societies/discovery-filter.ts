import { useSearchParams } from 'react-router-dom';
import { societyCategories } from '#models/contract/societies';

export interface DiscoveryFilter {
  q: string;
  category: string;
  isTrending: boolean;
}

export const noFilter: DiscoveryFilter = { q: '', category: '', isTrending: false };

/** The filter as the page's address says it; what is no category of ours says nothing. */
function filterOf(params: URLSearchParams): DiscoveryFilter {
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

/** The filter lives in the address, so that it can be linked to and survives the way back. */
export function useDiscoveryFilter() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const change = (next: Partial<DiscoveryFilter>) => setParams(paramsOf({ ...filter, ...next }), { replace: true });
  return { filter, change };
}
