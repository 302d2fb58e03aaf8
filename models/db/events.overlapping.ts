import { type Asker, askerFor } from '#models/policies/index';
import type { EventWindow } from './event-window.js';
import { firstEvents } from './events.first.js';
import type { EventDoc } from './events.js';
import { keepFor } from './events.pages.js';
import type { Id } from './model.js';

/** Most events of each kind that are read. */
const size = 100;

interface PlannedTime {
  society: Id;
  window: Required<Pick<EventWindow, 'after' | 'before'>>;
  /** Id of an event to leave out. */
  except?: string | undefined;
}

/**
 * Events that overlap a planned time and were not cancelled: the society's own first, then those open to everybody. Closed events
 * of other societies are never read, since its members would learn of them from somebody who is in both.
 */
export async function overlappingEvents(asker: Asker, { society, window, except }: PlannedTime): Promise<EventDoc[]> {
  const options = { window, sort: 'date', size } as const;
  const [own, open] = await Promise.all([
    firstEvents(asker, { status: 'upcoming', society }, options),
    firstEvents(askerFor(null), { status: 'upcoming' }, options),
  ]);
  const others = open.filter((event) => !event.society.equals(society));
  const found = await keepFor(asker, '', undefined, [...own, ...others]);
  return found.filter(({ _id }) => String(_id) !== except);
}
