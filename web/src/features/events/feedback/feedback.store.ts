import { useQuery } from '@tanstack/react-query';
import { getEventFeedback, getMyFeedback, giveFeedback, type OwnFeedback } from '#models/contract/event-feedback';
import { api } from '@/lib/api';
import { mayConcern } from '@/sync/access';
import { createEntities } from '@/sync/entities';
import { defineThings } from '@/sync/things';
import { events } from '../events.store';

const answers = createEntities<OwnFeedback>({ name: 'my-feedback', key: 'event_id' });

const things = defineThings({
  key: (id) => ['my-feedback', id],
  call: getMyFeedback,
  input: (event_id) => ({ event_id }),
  entities: answers,
  access: (society, id) => mayConcern(events.get(id)?.Society_ID, society),
});

/** The viewer's own answer to the questions after an event. */
export const useMyFeedback = (eventId: string) => things.useThing(eventId);

/** Gives or changes the own answer. Throws what the call throws. */
export async function sendFeedback(event_id: string, rating: number, text: string): Promise<void> {
  const { data } = await api(giveFeedback, { event_id, rating, text });
  answers.merge([data]);
}

/** Summary of the feedback about an event, for its organizers. */
export const useEventFeedback = (event_id: string) =>
  useQuery({
    queryKey: ['event-feedback', event_id],
    queryFn: async ({ signal }) => (await api(getEventFeedback, { event_id }, { signal })).data,
    meta: { persist: false },
  });
