import { arrange, isSmall, pointsOf, type ReasonCode } from '#models/contract/recommendation-order';
import type { Recommendation } from '#models/contract/recommendations';
import type { Asker } from '#models/policies/index';
import { Attendances } from './attendances.js';
import { type CardItem, Cards, recommendationsCard } from './cards.js';
import { type EventDoc, Events, eventPhase } from './events.js';
import { eventFacts } from './events.loaders.js';
import { JoinRequests } from './join-requests.js';
import type { Id } from './model.js';
import { isSensitive, loadSocieties, revealsMembers, Societies, type SocietyDoc, societyFacts } from './societies.js';
import { type UserDoc, Users } from './users.js';
import type { LoadedViewer } from './viewer.js';

/** Maximum refusals per person: beyond it the oldest may be recommended again. */
const mostRefused = 500;

/** Ids that this person has refused as recommendations. */
export async function refusedBy(user: Id): Promise<ReadonlySet<string>> {
  const found = await Users.findById(user, { notInterested: 1 }).lean<Pick<UserDoc, 'notInterested'>>();
  return new Set(found?.notInterested?.map(String));
}

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

/**
 * Current recommendations, loaded and authorized now: omits what the person has joined, requested, refused or cannot see. Without a
 * usable card: societies that they are not in, and the next event.
 */
export async function loadRecommendations(
  asker: Asker,
  viewer: LoadedViewer,
  limit: number,
): Promise<{ items: Recommended[]; computedAt: Date | null }> {
  const card = await Cards.findById(recommendationsCard(viewer.id)).lean();
  const items = await visibleItems(asker, viewer, card?.items ?? []);
  const computedAt = card?.computedAt ?? null;
  // In order again: what was left out leaves its place to others.
  if (items.length > 0) return { items: arrange(items, limit), computedAt };
  const others = (await visibleItems(asker, viewer, await popular())).slice(0, limit);
  return { items: others.map((item) => ({ ...item, reserved: false })), computedAt };
}

const idsOf = (items: readonly CardItem[], kind: CardItem['kind']): Id[] => items.filter((item) => item.kind === kind).map(({ id }) => id);

/** A recommendation without its place. */
type Unplaced = Omit<Recommended, 'reserved'>;

async function visibleItems(asker: Asker, viewer: LoadedViewer, items: readonly CardItem[]): Promise<Unplaced[]> {
  const events = await Events.find({ _id: { $in: idsOf(items, 'event') } }).lean();
  const [societies, asked, going, refused] = await Promise.all([
    loadSocieties([...idsOf(items, 'society'), ...events.map(({ society }) => society)]),
    JoinRequests.find({ user: viewer._id, status: 'pending' }, { society: 1 }).lean(),
    Attendances.find({ user: viewer._id, state: 'going', event: { $in: events.map(({ _id }) => _id) } }, { event: 1 }).lean(),
    refusedBy(viewer._id),
  ]);
  const taken = new Set([
    ...refused,
    ...asked.map(({ society }) => String(society)),
    ...going.map(({ event }) => String(event)),
    ...viewer.roles.keys(),
  ]);
  const eventBy = new Map(events.map((event) => [String(event._id), event]));
  return items.flatMap((item): Unplaced[] => {
    const id = String(item.id);
    if (taken.has(id)) return [];
    const event = eventBy.get(id);
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

/** Default recommendations until the worker has computed a card: the largest societies and the next events. */
async function popular(): Promise<CardItem[]> {
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
}
