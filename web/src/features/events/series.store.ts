import type { DataOf } from '#models/contract/define';
import { eventCreated } from '#models/contract/event-changes';
import { getSeries } from '#models/contract/event-series';
import type { Event } from '#models/contract/events';
import { api } from '@/lib/api';
import { mayConcern } from '@/sync/access';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { beginRequest } from '@/sync/requests';
import { events, listedEvents, type ShownEvent } from './events.store';

type Meeting = DataOf<typeof getSeries>[number];

/** A meeting's series and its place there. */
interface MeetingPlace {
  event: string;
  series: string;
  Every: Meeting['Series']['Every'];
  /** Place from 1, also of meetings that were removed since. */
  Number: number;
  /** Whether it was changed on its own, so that changes of the series leave it. */
  Changed: boolean;
}

/** Places of all meetings on the screen. */
export const meetingPlaces = createEntities<MeetingPlace>({ name: 'meetings', key: 'event' });

/** Moves a meeting's place to its own store. */
function toEvent({ Series: { ID: series, ...place }, ...event }: Meeting): Event {
  meetingPlaces.merge([{ event: event.ID, series, ...place }]);
  return event;
}

/** More than a series has, so that one page is all of it. */
const limit = 100;
const source = { ...listedEvents, toEntities: (data: DataOf<typeof getSeries>) => listedEvents.toEntities(data.map(toEvent)) };

/** Meetings of the series that an event belongs to; none of a single event. */
export const seriesMeetings = defineList({
  ...source,
  key: ['events', 'series'],
  call: getSeries,
  input: ({ event_id }: { event_id: string }) => ({ event_id, limit }),
  access: (society, { event_id }) => mayConcern(events.get(event_id)?.Society_ID, society),
});

export const byStart = (a: ShownEvent, b: ShownEvent): number => Date.parse(a.Starts_At) - Date.parse(b.Starts_At);

/** Fetches the meetings of an event's series as of now, in the order of their start; empty for a single event. */
export async function loadMeetings(event_id: string): Promise<ShownEvent[]> {
  const merge = beginRequest();
  const { data } = await api(getSeries, { event_id, limit });
  return merge(source, data)
    .flatMap((id) => events.get(id) ?? [])
    .toSorted(byStart);
}

/** A restored meeting comes back into the list of its series. */
function onCreated({ Society_ID }: { Society_ID: string }): void {
  if (meetingPlaces.all().some(({ event }) => mayConcern(events.get(event)?.Society_ID, Society_ID))) void seriesMeetings.refetch();
}
registerEffects('series', [on(eventCreated, onCreated)]);
