import type { Recommendation } from '#models/contract/analytics';
import { type Event, getAllEvents } from '#models/contract/events';
import { getAllSocieties, type Society } from '#models/contract/societies';
import { api } from '@/lib/api';

/** How many of each kind are recommended (specification, section 7), and among how many they are looked for. */
const most = { societies: 2, events: 1 };
const lookedAt = 50;

const ofSociety = (society: Society): Recommendation => ({
  id: society.ID,
  type: 'society',
  title: society.Name,
  description: society.Description,
  reason: '',
  reason_code: 'popular',
  params: {},
  image: society.Image,
  members: society.Member_Count,
  category: society.Category,
  date: null,
  time: null,
  starts_at: null,
  location: null,
});

const ofEvent = (event: Event): Recommendation => ({
  id: event.ID,
  type: 'event',
  title: event.Title,
  description: event.Description,
  reason: '',
  reason_code: 'soon',
  params: {},
  image: event.Image,
  members: null,
  category: event.Category,
  date: event.Date,
  time: event.Time,
  starts_at: event.Starts_At,
  location: event.Location,
});

const isNew = ({ Role, Request_Status, Can }: Society): boolean => Role === null && Request_Status !== 'pending' && Can.join;
const isToCome = ({ Phase, Status, Standing }: Event): boolean =>
  Phase === 'upcoming' && Status === 'upcoming' && (Standing?.attendance ?? 'not_attending') === 'not_attending';

/**
 * The largest societies that the reader is not in, and the next event that they do not go to. `isRefused` leaves out what they
 * do not want. One list that fails leaves the other; fails only where both do.
 */
export async function popularOnes(signal: AbortSignal, isRefused: (id: string) => boolean): Promise<Recommendation[]> {
  const lists = await Promise.allSettled([
    api(getAllSocieties, { limit: lookedAt }, { signal }).then(({ data }) =>
      data
        .filter((society) => isNew(society) && !isRefused(society.ID))
        .slice(0, most.societies)
        .map(ofSociety),
    ),
    api(getAllEvents, { limit: lookedAt }, { signal }).then(({ data }) =>
      data
        .filter((event) => isToCome(event) && !isRefused(event.ID))
        .slice(0, most.events)
        .map(ofEvent),
    ),
  ]);
  const found = lists.filter((list) => list.status === 'fulfilled');
  if (found.length === 0) throw new Error('No list was answered');
  return found.flatMap(({ value }) => value);
}
