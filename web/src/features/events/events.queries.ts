import { isAttendable } from '#models/contract/event-phase';
import { type EventFilter, noFilter, type SocietyEventFilter } from './event-filter';
import { useEventsClock } from './events.clock';
import { eventList, eventThings, relatedEvents, societyEvents, standingThings } from './events.store';

/** Events that match a filter, page by page. */
export function useEventList(filter: EventFilter) {
  useEventsClock();
  return eventList.useView(filter);
}

/** The next and current events that the viewer may see: of those that have not ended, some may be cancelled. */
export function useNextEvents(maxShown: number) {
  useEventsClock();
  const { query, items } = eventList.useItems(noFilter);
  return { query, items: items.filter(isAttendable).slice(0, maxShown) };
}

/** A society's events that match a filter, page by page. */
export function useSocietyEvents(society_id: string, filter: SocietyEventFilter) {
  useEventsClock();
  return societyEvents.useView({ society_id, ...filter });
}

/** A society's next five events, earliest first. */
export function useUpcoming(society_id: string) {
  useEventsClock();
  const { query, items } = societyEvents.useItems({ society_id, q: '', show: '' });
  return { query, items: items.filter(isAttendable).slice(0, 5) };
}

/** Events like one that is on the screen. */
export const useRelated = (event_id: string) => relatedEvents.useItems({ event_id });

/** One event, updated by messages; its page joins the room `event:{id}`. */
export function useEvent(id: string) {
  useEventsClock();
  const view = eventThings.useThing(id);
  return { ...view, event: view.thing };
}

/** The viewer's attendance, waiting position and bookmark of an event, updated by messages. */
export function useStanding(id: string) {
  const { query, thing: standing } = standingThings.useThing(id);
  return { query, standing, isBookmarked: standing?.bookmarked ?? false };
}
