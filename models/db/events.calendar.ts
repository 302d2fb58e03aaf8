import type { CalendarDay } from '#models/contract/events';
import type { Asker } from '#models/policies/index';
import { loadGoing } from './attendances.loaders.js';
import { lastDayOf } from './event-times.js';
import { firstEvents } from './events.first.js';
import type { EventDoc } from './events.js';
import { eventsForViewer } from './events.loaders.js';
import { keepFor } from './events.pages.js';
import { addDays, instantOf } from './local-time.js';

const most = 500;
const firstOfDay = 3;

interface Days {
  /** First and last day, local to the university. */
  from: string;
  to: string;
  zone: string;
}

/** Events on these days that the viewer may see, without cancelled ones, by start. */
async function eventsOf(asker: Asker, { from, to, zone }: Days): Promise<EventDoc[]> {
  const window = { after: instantOf(from, '00:00', zone), before: instantOf(addDays(to, 1), '00:00', zone) };
  return keepFor(asker, '', undefined, await firstEvents(asker, { status: 'upcoming' }, { window, sort: 'date', size: most }));
}

/** Events by local day; an event of several days is listed on each. */
function eachDay(events: readonly EventDoc[], { from, to, zone }: Days): Map<string, EventDoc[]> {
  const byDay = new Map<string, EventDoc[]>();
  const put = (day: string, event: EventDoc): void => {
    const others = byDay.get(day);
    if (others) others.push(event);
    else byDay.set(day, [event]);
  };
  for (const event of events) {
    const last = lastDayOf(event, zone);
    if (last === event.date && last >= from && last <= to) put(last, event);
    else for (let day = event.date < from ? from : event.date; day <= last && day <= to; day = addDays(day, 1)) put(day, event);
  }
  return byDay;
}

/** Events of a day by start, those that have ended last, so that they hide none that is still to come. */
function endedLast(events: readonly EventDoc[], now: Date): EventDoc[] {
  return events.toSorted((a, b) => Number(a.endsAt <= now) - Number(b.endsAt <= now));
}

/** Every day of the range with its count and its first events. */
export async function calendarDays(asker: Asker, days: Days): Promise<CalendarDay[]> {
  const [found, now] = [await eventsOf(asker, days), new Date()];
  const byDay = new Map(Array.from(eachDay(found, days), ([day, events]) => [day, endedLast(events, now)]));
  const named = new Set([...byDay.values()].flatMap((events) => events.slice(0, firstOfDay)));
  const [shown, attended] = await Promise.all([
    eventsForViewer(asker, [...named]),
    asker.viewer ? loadGoing(asker.viewer.id) : new Set<string>(),
  ]);
  const shownBy = new Map(shown.map((event) => [event.ID, event]));
  const calendar = [];
  for (let date = days.from; date <= days.to; date = addDays(date, 1)) {
    const events = byDay.get(date) ?? [];
    calendar.push({
      date,
      count: events.length,
      events: events.slice(0, firstOfDay).flatMap(({ _id }) => shownBy.get(String(_id)) ?? []),
      going: events.some(({ _id }) => attended.has(String(_id))),
    });
  }
  return calendar;
}
