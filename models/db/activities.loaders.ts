import type { ActivityItem } from '#models/contract/activity';
import { groupActivity, groupedActivityLimit } from '#models/contract/activity-lines';
import { maskActivity } from '#models/contract/masked';
import type { ActivityFacts, Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { Activities, type ActivityDoc } from './activities.js';
import { type CardDoc, Cards } from './cards.js';
import { Comments } from './comments.js';
import { Events } from './events.js';
import { ListLoader, withFreshReads } from './loader.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { type ListedPost, Posts } from './posts.js';
import { feedPage } from './posts.loaders.js';
import { retryOnConflict } from './retry-on-conflict.js';
import { type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { personImage, personLoader, personName } from './users.js';

/** A line of 'Recent Activity' without its text, and the facts that the policy needs to authorize it. */
export interface ShownActivity {
  activity: ActivityDoc;
  item: Omit<ActivityItem, 'action'>;
  facts: ActivityFacts;
}

interface Target {
  type: ActivityItem['type'];
  target: string;
  link: string;
  author: string | null;
}

const objectsOf = (activities: readonly ActivityDoc[], noun: string): Id[] =>
  activities.filter(({ verb }) => verb.startsWith(`${noun}.`)).map(({ object }) => object);

/** Targets of the activities, by activity id; omits activities whose object was removed. */
async function loadTargets(activities: readonly ActivityDoc[], societies: Map<string, SocietyDoc>): Promise<Map<string, Target>> {
  const there = (ids: Id[]) => ({ _id: { $in: ids }, removedAt: null });
  const [commentIds, eventIds] = [objectsOf(activities, 'comment'), objectsOf(activities, 'event')];
  const [comments, events] = await Promise.all([
    commentIds.length > 0 ? Comments.find(there(commentIds), { post: 1 }).lean() : [],
    eventIds.length > 0 ? Events.find(there(eventIds), { title: 1 }).lean() : [],
  ]);
  const postIds = [...objectsOf(activities, 'post'), ...comments.map((comment) => comment.post)];
  const posts = postIds.length > 0 ? await Posts.find(there(postIds), { author: 1 }).lean() : [];
  const byId = <T extends { _id: Id }>(docs: T[]) => new Map(docs.map((doc) => [String(doc._id), doc]));
  const [postBy, commentBy, eventBy] = [byId(posts), byId(comments), byId(events)];
  const targetOf = ({ verb, object, society }: ActivityDoc): Target | null => {
    const id = String(object);
    const place = societies.get(String(society));
    const comment = commentBy.get(id);
    const post = postBy.get(comment ? String(comment.post) : id);
    const event = eventBy.get(id);
    const author = post ? String(post.author) : null;
    if (comment && post) return { type: 'comment', target: place?.name ?? '', link: `/posts/${post._id}`, author };
    if (verb.startsWith('post.') && post) return { type: 'post', target: place?.name ?? '', link: `/posts/${id}`, author };
    if (event) return { type: 'event', target: event.title, link: `/events/${id}`, author };
    const isOfSociety = verb.startsWith('society.') || verb.startsWith('member.');
    return isOfSociety && place ? { type: 'society', target: place.name, link: `/societies/${place._id}`, author } : null;
  };
  return new Map(
    activities.flatMap((activity) => {
      const target = targetOf(activity);
      return target ? [[String(activity._id), target]] : [];
    }),
  );
}

/** Turns activities into lines, in the order given. Omits removed objects, but does not authorize: ask the policy. */
export async function loadShown(activities: readonly ActivityDoc[]): Promise<ShownActivity[]> {
  if (activities.length === 0) return [];
  const [societies, people] = await Promise.all([
    societyLoader.cachedMany(activities.flatMap(({ society }) => (society ? [society] : []))),
    personLoader.cachedMany(activities.map(({ actor }) => actor)),
  ]);
  const targets = await loadTargets(activities, societies);
  return activities.flatMap((activity) => {
    const target = targets.get(String(activity._id));
    const person = people.get(String(activity.actor));
    const society = activity.society ? societies.get(String(activity.society)) : null;
    if (!target || !person || person.deletedAt || society === undefined) return [];
    const { author, ...place } = target;
    const facts: ActivityFacts = {
      actor: String(activity.actor),
      author,
      society: society ? societyFacts(society) : null,
      isOfEvent: target.type === 'event',
    };
    const item = {
      id: String(activity._id),
      ...place,
      user: personName(person),
      user_id: facts.actor,
      time: activity.at.toISOString(),
      avatar: personImage(person),
      verb: activity.verb,
      count: 1,
      others: [],
    };
    return [{ activity, item, facts }];
  });
}

/** These lines, without the people whom the viewer may not be shown. */
async function masked(asker: Asker, lines: readonly ShownActivity[]): Promise<ShownActivity[]> {
  const societies = await societyLoader.cachedMany(lines.flatMap(({ activity: { society } }) => society ?? []));
  const societyOf = ({ activity }: ShownActivity) => societies.get(String(activity.society));
  const mayName = await loadNaming(
    asker,
    lines.map((line) => ({ society: societyOf(line), user: line.activity.actor })),
  );
  return lines.map((line) => (mayName(societyOf(line), line.activity.actor) ? line : { ...line, item: maskActivity(line.item) }));
}

/** Recent activity of the viewer's societies as lines, read from the cards; the newest posts fill up where these have too few. */
export async function loadRecentActivity(asker: Asker, viewer: Viewer, limit: number): Promise<ShownActivity['item'][]> {
  const filterVisible = (lines: readonly ShownActivity[]): Promise<ShownActivity[]> =>
    masked(
      asker,
      lines.filter(({ facts }) => asker.can('activity.see', facts)),
    );
  const carded = await filterVisible(await linesOnCards(viewer.roles.keys()));
  const lines = groupActivity(carded.map(({ item }) => item));
  if (lines.length >= limit) return lines.slice(0, limit);
  const cardObjects = new Set(carded.map(({ activity }) => String(activity.object)));
  const { items: posts } = await feedPage(viewer, undefined, limit);
  const newest = await filterVisible(await loadShown(posts.filter(({ _id }) => !cardObjects.has(String(_id))).map(asActivity)));
  const all = [...carded, ...newest].sort((a, b) => newestFirst(a.activity, b.activity));
  return groupActivity(all.slice(0, groupedActivityLimit).map(({ item }) => item)).slice(0, limit);
}

const asActivity = ({ _id, author, society, open, createdAt }: ListedPost): ActivityDoc => ({
  _id,
  actor: author,
  verb: 'post.created',
  object: _id,
  society,
  open,
  at: createdAt,
});

/** Equals the number of folded activities, so the newest of several cards are the newest of all. */
const cardSize = groupedActivityLimit;
const newestFirst = (a: { at: Date }, b: { at: Date }): number => b.at.getTime() - a.at.getTime();

interface Listed {
  id: string;
  at: Date;
}

/** Activities on cards, shared by the readers of each card. */
const cardItems = new ListLoader<Listed[]>(async (keys) => {
  const fields = { 'items.id': 1, 'items.at': 1 } as const;
  const cards = await Cards.find({ _id: { $in: keys } }, fields).lean<Pick<CardDoc, '_id' | 'items'>[]>();
  return new Map(cards.map(({ _id, items }) => [_id, items.map(({ id, at }) => ({ id: String(id), at }))]));
});

/** Lines of activities by id, shared by all who see them; the policy decides for each reader. As old as their own load. */
const lineLoader = new ListLoader<ShownActivity>(async (keys) => {
  const activities = await Activities.find({ _id: { $in: keys.map(toId) } }).lean();
  const lines = await withFreshReads(() => loadShown(activities));
  return new Map(lines.map((line) => [String(line.activity._id), line]));
});

/** Lines of the card of open content and of the cards of these societies, newest first and without duplicates. */
async function linesOnCards(societies: Iterable<string>): Promise<ShownActivity[]> {
  const cards = await cardItems.cachedMany(['activity', ...[...societies].map((id) => `activity:${id}`)]);
  const items = new Map([...cards.values()].flat().map((item) => [item.id, item]));
  const newest = [...items.values()].sort(newestFirst).slice(0, groupedActivityLimit);
  const lines = await lineLoader.cachedMany(newest.map(({ id }) => id));
  return newest.flatMap(({ id }) => lines.get(id) ?? []);
}

/** Adds an activity to a card, which holds the newest ones. Idempotent. */
export async function putOnCard(card: string, { _id, at }: ActivityDoc): Promise<void> {
  const item = { id: _id, kind: 'activity' as const, score: 0, at };
  await makeCard(card);
  await Cards.updateOne(
    { _id: card, 'items.id': { $ne: _id } },
    { $push: { items: { $each: [item], $sort: { at: -1 }, $slice: cardSize } }, $set: { computedAt: new Date() } },
  );
}

const makeCard = (_id: string): Promise<unknown> =>
  retryOnConflict(() => Cards.updateOne({ _id }, { $setOnInsert: { items: [], computedAt: new Date() } }, { upsert: true }));

/** Ids of the cards that an activity belongs to. */
export const activityCards = ({ open, society }: ActivityDoc): string[] => [
  ...(open ? ['activity'] : []),
  ...(society ? [`activity:${society}`] : []),
];
