import { arrange, isSmall, pointsOf, type ReasonCode } from '#models/contract/recommendation-order';
import type { Recommendation } from '#models/contract/recommendations';
import type { Asker } from '#models/policies/index';
import { loadAttendances } from './attendances.loaders.js';
import { type CardDoc, type CardItem, Cards, recommendationsCard } from './cards.js';
import { type EventDoc, Events, eventPhase } from './events.js';
import { cachedEvents, eventFacts } from './events.loaders.js';
import { JoinRequests } from './join-requests.js';
import { Loader, SharedLoader } from './loader.js';
import { type Id, toId } from './model.js';
import { isSensitive, revealsMembers, Societies, type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { type UserDoc, Users } from './users.js';
import type { LoadedViewer } from './viewer.js';

/** Maximum refusals per person: beyond it the oldest may be recommended again. */
const mostRefused = 500;

const refusedLoader = new Loader<ReadonlySet<string>>(async (users) => {
  const found = await Users.find({ _id: { $in: users.map(toId) } }, { notInterested: 1 }).lean<Pick<UserDoc, '_id' | 'notInterested'>[]>();
  return new Map(found.map(({ _id, notInterested }) => [String(_id), new Set(notInterested?.map(String))]));
});

/** Ids that this person has refused as recommendations, as of now. */
export const refusedBy = async (user: Id): Promise<ReadonlySet<string>> => (await refusedLoader.fresh(String(user))) ?? new Set();

/** Adds or removes a refused society or event. Idempotent. */
export async function refuse(user: Id, id: Id, isRefused: boolean): Promise<void> {
  if (isRefused)
    await Users.updateOne(
      { _id: user, notInterested: { $ne: id } },
      { $push: { notInterested: { $each: [id], $position: 0, $slice: mostRefused } } },
    );
  else await Users.updateOne({ _id: user }, { $pull: { notInterested: id } });
}

/** A recommendation without the text of its reason. */
export type Recommended = Omit<Recommendation, 'reason'>;

const fallbackSocieties = 2;
const fallbackEvents = 1;
/** Number of candidates to read when there is no card. */
const fallbackWalk = 50;

const cardLoader = new Loader<CardDoc>(async (ids) => {
  const found = await Cards.find({ _id: { $in: ids } }).lean();
  return new Map(found.map((card) => [card._id, card]));
});

/**
 * Current recommendations, authorized now: omits what the person has joined, requested, refused or cannot see. Without a usable
 * card: societies that they are not in, and the next event. What the person did is read as of now; the societies and events
 * themselves are shared, as in every list.
 */
export async function loadRecommendations(
  asker: Asker,
  viewer: LoadedViewer,
  limit: number,
): Promise<{ items: Recommended[]; computedAt: Date | null }> {
  const [card, taken] = await Promise.all([cardLoader.fresh(recommendationsCard(viewer.id)), takenBy(viewer)]);
  const computedAt = card?.computedAt ?? null;
  const items = await visibleItems(asker, viewer, card?.items ?? [], taken);
  // In order again: what was left out leaves its place to others.
  if (items.length > 0) return { items: arrange(items, limit), computedAt };
  const others = (await visibleItems(asker, viewer, await popular.cached(), taken)).slice(0, limit);
  return { items: others.map((item) => ({ ...item, reserved: false })), computedAt };
}

/** Societies and events that are no longer a recommendation to this person: joined, requested or refused. */
async function takenBy(viewer: LoadedViewer): Promise<ReadonlySet<string>> {
  const [asked, refused] = await Promise.all([pendingLoader.fresh(viewer.id), refusedBy(viewer._id)]);
  return new Set([...(asked ?? []), ...refused, ...viewer.roles.keys()]);
}

const pendingLoader = new Loader<string[]>(async (users) => {
  const found = await JoinRequests.find({ user: { $in: users.map(toId) }, status: 'pending' }, { user: 1, society: 1 }).lean();
  const societies = new Map(users.map((user) => [user, [] as string[]]));
  for (const { user, society } of found) societies.get(String(user))?.push(String(society));
  return societies;
});

const idsOf = (items: readonly CardItem[], kind: CardItem['kind']): Id[] => items.filter((item) => item.kind === kind).map(({ id }) => id);

/** A recommendation without its place. */
type Unplaced = Omit<Recommended, 'reserved'>;

async function visibleItems(
  asker: Asker,
  viewer: LoadedViewer,
  items: readonly CardItem[],
  taken: ReadonlySet<string>,
): Promise<Unplaced[]> {
  if (items.length === 0) return [];
  const wanted = items.filter(({ id }) => !taken.has(String(id)));
  const [eventIds, societyIds] = [idsOf(wanted, 'event'), idsOf(wanted, 'society')];
  const [events, attendancesOf] = await Promise.all([cachedEvents(eventIds), loadAttendances([viewer.id], eventIds.map(String))]);
  const attendances = attendancesOf(viewer.id);
  const societies = await societyLoader.cachedMany([...societyIds, ...[...events.values()].map(({ society }) => society)]);
  return wanted.flatMap((item): Unplaced[] => {
    const id = String(item.id);
    if (attendances?.get(id)?.state === 'going') return [];
    const event = events.get(id);
    if (event) return eventItem(asker, item, event, societies.get(String(event.society)));
    return societyItem(asker, viewer, item, societies.get(id));
  });
}

/** Reasons that name people, which a society may have withheld since the card was computed. */
const peopleReasons: Record<'society' | 'event', readonly ReasonCode[]> = {
  society: ['follows_members', 'shared_members'],
  event: ['follows_go', 'own_society'],
};

/** Reason, factors and score, without what may not be shown any more. `instead`: the reason if its own is withheld. */
function grounds(item: CardItem, withheld: readonly ReasonCode[], instead: ReasonCode) {
  const reason = (item.reason ?? instead) as ReasonCode;
  const shown = withheld.includes(reason) ? { reason_code: instead, params: {} } : { reason_code: reason, params: item.params ?? {} };
  const factors = (item.factors ?? [])
    .filter(({ code }) => !withheld.includes(code))
    .map(({ code, input }) => ({ code, input, points: pointsOf(code, input) }));
  return { ...shown, factors, score: item.factors ? factors.reduce((sum, { points }) => sum + points, 0) : item.score };
}

const aboutSociety = (society: SocietyDoc) => ({ society_id: String(society._id), small: isSmall(society, Date.now()) });

function societyItem(asker: Asker, viewer: LoadedViewer, item: CardItem, society: SocietyDoc | undefined): Unplaced[] {
  if (!society || society.privacy.visibility === 'invite-only' || viewer.banned.has(String(society._id))) return [];
  if (!asker.can('society.see', societyFacts(society))) return [];
  const { name, description, image, members, category } = society;
  const none = { date: null, time: null, location: null, starts_at: null };
  const reason = { ...grounds(item, revealsMembers(society) ? [] : peopleReasons.society, 'popular'), ...aboutSociety(society) };
  return [{ id: String(society._id), type: 'society', title: name, description, ...reason, image, members, category, ...none }];
}

function eventItem(asker: Asker, item: CardItem, event: EventDoc, society: SocietyDoc | undefined): Unplaced[] {
  if (!society || event.cancelledAt || event.seatsLeft === 0 || eventPhase(event) !== 'upcoming') return [];
  if (!asker.can('event.see', eventFacts(event, society))) return [];
  const { title, description, image, category, date, time, location, startsAt } = event;
  const place = { date, time, location, starts_at: startsAt.toISOString() };
  const reason = { ...grounds(item, isSensitive(society) ? peopleReasons.event : [], 'soon'), ...aboutSociety(society) };
  return [{ id: String(event._id), type: 'event', title, description, ...reason, image, members: null, category, ...place }];
}

/** Default recommendations until the worker has computed a card, shared: the largest societies and the next events. */
const popular = new SharedLoader<CardItem[]>(async () => {
  const now = new Date();
  const [societies, events] = await Promise.all([
    Societies.find({ 'privacy.visibility': 'public', removedAt: null }, { members: 1 })
      .sort({ members: -1, _id: -1 })
      .limit(fallbackWalk)
      .lean(),
    Events.find({ open: true, startsAt: { $gt: now }, cancelledAt: null, removedAt: null }, { startsAt: 1 })
      .sort({ startsAt: 1, _id: 1 })
      .limit(fallbackWalk)
      .lean(),
  ]);
  const item =
    (kind: CardItem['kind'], reason: string) =>
    ({ _id }: { _id: Id }): CardItem => ({ id: _id, kind, score: 0, at: now, reason });
  const [first, then] = [societies.map(item('society', 'popular')), events.map(item('event', 'soon'))];
  const mixed: CardItem[] = [];
  for (let i = 0; i < fallbackWalk; i++)
    mixed.push(
      ...first.slice(fallbackSocieties * i, fallbackSocieties * (i + 1)),
      ...then.slice(fallbackEvents * i, fallbackEvents * (i + 1)),
    );
  return mixed;
});
