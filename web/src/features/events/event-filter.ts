import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '#models/contract/define';
import { eventCategories } from '#models/contract/event-choices';
import type { getAllEvents } from '#models/contract/events';

type ListInput = InputOf<typeof getAllEvents>;

export const whens = ['today', 'thisWeek', 'thisMonth'] as const;
export const sorts = ['date', 'dateDesc', 'title'] as const;
export const shows = ['upcoming', 'completed'] as const;

/** Filter and order of the event list; '' means all, or the server's default order. */
export type EventFilter = {
  q: string;
  category: (typeof eventCategories)[number] | '';
  when: (typeof whens)[number] | '';
  sort: (typeof sorts)[number] | '';
};

/** Filter of a society's events; '' means all. */
export type SocietyEventFilter = {
  q: string;
  show: (typeof shows)[number] | '';
};

export const noFilter: EventFilter = { q: '', category: '', when: '', sort: '' };

const oneOf = <T extends string>(allowed: readonly T[], text: string | null): T | '' => allowed.find((each) => each === text) ?? '';
const searched = (params: URLSearchParams): string => params.get('q')?.trim().slice(0, 100) ?? '';

/** The set filter fields, for a call or a URL. */
export const filterFields = ({ q, category, when, sort }: EventFilter): Pick<ListInput, 'q' | 'category' | 'when' | 'sort'> => ({
  ...(q && { q }),
  ...(category && { category }),
  ...(when && { when }),
  ...(sort && { sort }),
});

/** Number of active filters; the order does not count. */
export const countActive = ({ q, category, when }: EventFilter): number => [q, category, when].filter(Boolean).length;

/** The filter in the URL, so it can be shared and survives going back; invalid values are ignored. */
export function useEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter: EventFilter = {
    q: searched(params),
    category: oneOf(eventCategories, params.get('category')),
    when: oneOf(whens, params.get('when')),
    sort: oneOf(sorts, params.get('sort')),
  };
  const change = (next: Partial<EventFilter>) => setParams(new URLSearchParams(filterFields({ ...filter, ...next })), { replace: true });
  return { filter, change };
}

/** The filter of a society's events in the URL. */
export function useSocietyEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter: SocietyEventFilter = { q: searched(params), show: oneOf(shows, params.get('show')) };
  const change = (next: Partial<SocietyEventFilter>) => {
    const { q, show } = { ...filter, ...next };
    setParams(new URLSearchParams({ ...(q && { q }), ...(show && { show }) }), { replace: true });
  };
  return { filter, change };
}
