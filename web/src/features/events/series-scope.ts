import type { SeriesScope } from '#models/contract/event-series';
import type { ShownEvent } from './events.store';
import { meetingPlaces } from './series.store';

/** Meetings that a change or cancellation reaches: only the named one, that and the following ones, or all to come. */
export type Scope = 'one' | SeriesScope;

const isComing = ({ Status, Phase }: ShownEvent): boolean => Status !== 'cancelled' && Phase === 'upcoming';

/** Whether there is a choice: the named meeting has not begun, and neither has another one of its series. */
export const hasScopes = (meetings: readonly ShownEvent[], named: string): boolean =>
  meetings.some((each) => each.ID === named && isComing(each)) && meetings.filter(isComing).length > 1;

/** As the server decides: meetings that have begun are not reached, and those changed on their own are left, but for the named one. */
export function reachOf(meetings: readonly ShownEvent[], named: string, scope: Scope): { reached: number; left: number } {
  const placeOf = (id: string): number => meetingPlaces.get(id)?.Number ?? 0;
  const isIn = ({ ID }: ShownEvent): boolean => (scope === 'one' ? ID === named : scope === 'all' || placeOf(ID) >= placeOf(named));
  const inScope = meetings.filter((each) => isComing(each) && isIn(each));
  const left = inScope.filter(({ ID }) => ID !== named && meetingPlaces.get(ID)?.Changed === true).length;
  return { reached: inScope.length - left, left };
}
