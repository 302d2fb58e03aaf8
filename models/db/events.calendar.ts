import type { CalendarDay } from '#models/contract/events';
import type { Asker } from '#models/policies/index';
import { type EventDoc, Events } from './events.js';
import { attendedBy, eventsForViewer } from './events.loaders.js';
import { keepFor, readsFor, simpleOrders } from './events.pages.js';
import { addDays, instantOf } from './local-time.js';
import { toId } from './model.js';
import { walk } from './walk.js';

const most = 500;
const firstOfDay = 3;

interface Days {
  /** The first and the last day, local to the university. */
  from: string;
  to: string;
  zone: string;
}

/** The events of these days that this viewer may see and that were not called off, the earliest first. */
async function eventsOf(asker: Asker, { from, to, zone }: Days): Promise<EventDoc[]> {
  const span = { $gte: instantOf(from, '00:00', zone), $lt: instantOf(addDays(to, 1), '00:00', zone) };
  const reads = readsFor(asker, {}, span).map((read) => ({ ...read, cancelledAt: null }));
  const keep = (batch: EventDoc[]) => keepFor(asker, '', undefined, batch);
  return (await walk({ model: Events, reads, order: simpleOrders.date, from: null, limit: most, keep })).items;
}

/** Every day from the first to the last, with its count and its first events. */
export async function calendarDays(asker: Asker, days: Days): Promise<CalendarDay[]> {
  const found = await eventsOf(asker, days);
  const byDay = new Map<string, EventDoc[]>();
  for (const event of found) byDay.set(event.date, [...(byDay.get(event.date) ?? []), event]);
  const [shown, attended] = await Promise.all([
    eventsForViewer(
      asker,
      [...byDay.values()].flatMap((events) => events.slice(0, firstOfDay)),
    ),
    asker.viewer
      ? attendedBy(
          toId(asker.viewer.id),
          found.map(({ _id }) => _id),
        )
      : new Set<string>(),
  ]);
  const calendar = [];
  for (let date = days.from; date <= days.to; date = addDays(date, 1)) {
    const events = byDay.get(date) ?? [];
    calendar.push({
      date,
      count: events.length,
      events: shown.filter((event) => event.Date === date),
      going: events.some(({ _id }) => attended.has(String(_id))),
    });
  }
  return calendar;
}
