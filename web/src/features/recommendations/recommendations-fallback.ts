import { type Event, getAllEvents } from '#models/contract/events';
import type { Recommendation } from '#models/contract/recommendations';
import { getAllSocieties, type Society } from '#models/contract/societies';
import { api } from '@/lib/api';

/** Recommendations of each kind (specification, section 7). */
const limits = { societies: 2, events: 1 };
/** Items fetched to choose from. */
const fetchLimit = 50;

/** Fields of the formula, which these do not come from. */
const unscored = { score: 0, factors: [], small: false, reserved: false };

const ofSociety = (society: Society): Recommendation => ({
  id: society.ID,
  society_id: society.ID,
  type: 'society',
  title: society.Name,
  description: society.Description,
  reason: '',
  reason_code: 'popular',
  params: {},
  ...unscored,
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
  society_id: event.Society_ID,
  type: 'event',
  title: event.Title,
  description: event.Description,
  reason: '',
  reason_code: 'soon',
  params: {},
  ...unscored,
  image: event.Image,
  members: null,
  category: event.Category,
  date: event.Date,
  time: event.Time,
  starts_at: event.Starts_At,
  location: event.Location,
});

const isJoinable = ({ Role, Request_Status, Can }: Society): boolean => Role === null && Request_Status !== 'pending' && Can.join;
const isUpcoming = ({ Phase, Status, Standing }: Event): boolean =>
  Phase === 'upcoming' && Status === 'upcoming' && (Standing?.attendance ?? 'not_attending') === 'not_attending';

/**
 * The largest societies the viewer may join and the next event they do not attend, without those that `isRefused` excludes.
 * If one list fails, returns the other; throws only if both fail.
 */
export async function popularItems(signal: AbortSignal, isRefused: (id: string) => boolean): Promise<Recommendation[]> {
  const lists = await Promise.allSettled([
    api(getAllSocieties, { limit: fetchLimit }, { signal }).then(({ data }) =>
      data
        .filter((society) => isJoinable(society) && !isRefused(society.ID))
        .slice(0, limits.societies)
        .map(ofSociety),
    ),
    api(getAllEvents, { limit: fetchLimit }, { signal }).then(({ data }) =>
      data
        .filter((event) => isUpcoming(event) && !isRefused(event.ID))
        .slice(0, limits.events)
        .map(ofEvent),
    ),
  ]);
  const found = lists.filter((list) => list.status === 'fulfilled');
  if (found.length === 0) throw new Error('No list was answered');
  return found.flatMap(({ value }) => value);
}
