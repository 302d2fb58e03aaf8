import type { CalendarDay } from '#models/contract/events';
import { type Asker, askerFor } from '#models/policies/index';
import { compareBy } from './cursor.js';
import { lastDayOf } from './event-times.js';
import { type EventDoc, Events } from './events.js';
import { attendedBy, eventsForViewer } from './events.loaders.js';
import { keepFor, readsFor, simpleOrders } from './events.pages.js';
import { ListLoader } from './loader.js';
import { addDays, instantOf } from './local-time.js';
import { toId } from './model.js';
import { readAfter } from './paginate.js';

const most = 500;
const firstOfDay = 3;

interface Days {
  /** First and last day, local to the university. */
  from: string;
  to: string;
  zone: string;
}

/** Filters of events on these days, without cancelled ones. */
function readsOn(asker: Asker, { from, to, zone }: Days): Record<string, unknown>[] {
  const window = { after: instantOf(from, '00:00', zone), before: instantOf(addDays(to, 1), '00:00', zone) };
  return readsFor(asker, {}, window).map((read) => ({ ...read, cancelledAt: null }));
}

const order = simpleOrders.date;

/** Open events of some days, shared by all who look at these. */
const openEvents = ListLoader.each<EventDoc[]>(
  (key) => readAfter({ model: Events, reads: readsOn(askerFor(null), JSON.parse(key) as Days), order }, null, most),
  'events',
);

/** Events on these days that the viewer may see, without cancelled ones, by start. */
async function eventsOf(asker: Asker, { from, to, zone }: Days): Promise<EventDoc[]> {
  const own = readsOn(asker, { from, to, zone }).filter(({ open }) => open !== true);
  const [open, inside] = await Promise.all([
    openEvents.cached(JSON.stringify({ from, to, zone })),
    own.length > 0 ? readAfter({ model: Events, reads: own, order }, null, most) : [],
  ]);
  const found = [...(open ?? []), ...inside];
  if (inside.length > 0) found.sort(compareBy(order));
  return (await keepFor(asker, '', undefined, found)).slice(0, most);
}

/** Events by local day; an event of several days is listed on each. */
function eachDay(events: readonly EventDoc[], { from, to, zone }: Days): Map<string, EventDoc[]> {
  const byDay = new Map<string, EventDoc[]>();
  for (const event of events) {
    const last = lastDayOf(event, zone);
    for (let day = event.date < from ? from : event.date; day <= last && day <= to; day = addDays(day, 1))
      byDay.set(day, [...(byDay.get(day) ?? []), event]);
  }
  return byDay;
}

/** Every day of the range with its count and its first events. */
export async function calendarDays(asker: Asker, days: Days): Promise<CalendarDay[]> {
  const found = await eventsOf(asker, days);
  const byDay = eachDay(found, days);
  const named = new Set([...byDay.values()].flatMap((events) => events.slice(0, firstOfDay)));
  const [shown, attended] = await Promise.all([
    eventsForViewer(asker, [...named]),
    asker.viewer
      ? attendedBy(
          toId(asker.viewer.id),
          found.map(({ _id }) => _id),
        )
      : new Set<string>(),
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
