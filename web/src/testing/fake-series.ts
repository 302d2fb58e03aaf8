import type { DataOf } from '#models/contract/define';
import { getSeries } from '#models/contract/event-series';
import type { Event } from '#models/contract/events';
import { onCall, yes } from './fake-server';
import { newId } from './fixtures';
import { anEvent } from './society-fixtures';

export type Meeting = DataOf<typeof getSeries>[number];

const weekMs = 7 * 24 * 3_600_000;
const hourMs = 3_600_000;

/** A weekly series whose first `past` meetings are over; the next one is in a week. */
export function aSeries(size: number, fields: Partial<Event> = {}, past = 0): Meeting[] {
  const [ID, Society_ID] = [newId(), newId()];
  return Array.from({ length: size }, (_, i) => {
    // Those before the next one began some weeks ago.
    const startsAt = Date.now() + (i < past ? i - past : i - past + 1) * weekMs;
    const isOver = i < past;
    const event = anEvent({
      Title: 'Kite evening',
      Society_ID,
      Date: new Date(startsAt).toISOString().slice(0, 10),
      Time: '17:00',
      Status: isOver ? 'completed' : 'upcoming',
      ...fields,
    });
    const times = { Starts_At: new Date(startsAt).toISOString(), Ends_At: new Date(startsAt + 2 * hourMs).toISOString() };
    return { ...event, ...times, Series: { ID, Every: 'week' as const, Number: i + 1, Changed: false } };
  });
}

/** Serves a series, by any of its meetings; without meetings, every event is a single one. */
export const serveSeries = (meetings: readonly Meeting[] = []): void =>
  onCall(getSeries, () =>
    yes(getSeries, [...meetings], {
      next: null,
      counts: { meetings: meetings.length, remaining: meetings.filter(({ Phase }) => Phase !== 'ended').length },
    }),
  );

/** A meeting without its place in the series, as all other calls answer it. */
export const eventOf = ({ Series: _series, ...event }: Meeting): Event => event;
