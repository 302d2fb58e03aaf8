import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '#models/contract/define';
import { eventCategories, type getAllEvents } from '#models/contract/events';

type Asked = InputOf<typeof getAllEvents>;

export const whens = ['today', 'thisWeek', 'thisMonth'] as const;
export const sorts = ['date', 'dateDesc', 'title'] as const;

/** What of the events is to be seen, and in which order; '' is all of them, in the server's own order. */
export interface EventFilter {
  q: string;
  category: (typeof eventCategories)[number] | '';
  when: (typeof whens)[number] | '';
  sort: (typeof sorts)[number] | '';
}

export const noFilter: EventFilter = { q: '', category: '', when: '', sort: '' };

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | '' => known.find((each) => each === text) ?? '';

/** The filter as the page's address says it; what we do not know says nothing. */
function filterOf(params: URLSearchParams): EventFilter {
  return {
    q: params.get('q')?.trim().slice(0, 100) ?? '',
    category: oneOf(eventCategories, params.get('category')),
    when: oneOf(whens, params.get('when')),
    sort: oneOf(sorts, params.get('sort')),
  };
}

/** What is chosen, as the fields of a call and of an address; what is not is left out. */
export function chosen({ q, category, when, sort }: EventFilter): Pick<Asked, 'q' | 'category' | 'when' | 'sort'> {
  return { ...(q ? { q } : {}), ...(category ? { category } : {}), ...(when ? { when } : {}), ...(sort ? { sort } : {}) };
}

/** How many of them narrow the list; an order leaves nothing out. */
export const countActive = ({ q, category, when }: EventFilter): number => [q, category, when].filter(Boolean).length;

/** The filter lives in the address, so that it can be linked to and survives the way back. */
export function useEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const change = (next: Partial<EventFilter>) => setParams(new URLSearchParams(chosen({ ...filter, ...next })), { replace: true });
  return { filter, change };
}
