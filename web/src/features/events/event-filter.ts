import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '#models/contract/define';
import { eventCategories, type getAllEvents } from '#models/contract/events';

type ListInput = InputOf<typeof getAllEvents>;

export const whens = ['today', 'thisWeek', 'thisMonth'] as const;
export const sorts = ['date', 'dateDesc', 'title'] as const;

/** Filter and order of the event list; '' means all, or the server's default order. */
export interface EventFilter {
  q: string;
  category: (typeof eventCategories)[number] | '';
  when: (typeof whens)[number] | '';
  sort: (typeof sorts)[number] | '';
}

export const noFilter: EventFilter = { q: '', category: '', when: '', sort: '' };

const oneOf = <T extends string>(allowed: readonly T[], text: string | null): T | '' => allowed.find((each) => each === text) ?? '';

/** Reads the filter from the URL; ignores invalid values. */
function filterOf(params: URLSearchParams): EventFilter {
  return {
    q: params.get('q')?.trim().slice(0, 100) ?? '',
    category: oneOf(eventCategories, params.get('category')),
    when: oneOf(whens, params.get('when')),
    sort: oneOf(sorts, params.get('sort')),
  };
}

/** The set filter fields, for a call or a URL. */
export function filterFields({ q, category, when, sort }: EventFilter): Pick<ListInput, 'q' | 'category' | 'when' | 'sort'> {
  return { ...(q ? { q } : {}), ...(category ? { category } : {}), ...(when ? { when } : {}), ...(sort ? { sort } : {}) };
}

/** Number of active filters; the order does not count. */
export const countActive = ({ q, category, when }: EventFilter): number => [q, category, when].filter(Boolean).length;

/** The filter in the URL, so it can be shared and survives going back. */
export function useEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const change = (next: Partial<EventFilter>) => setParams(new URLSearchParams(filterFields({ ...filter, ...next })), { replace: true });
  return { filter, change };
}
