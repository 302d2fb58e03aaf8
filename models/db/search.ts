import { type SearchKind, searchKinds } from '#models/contract/search';
import type { Asker } from '#models/policies/index';
import { badCursor } from './cursor.js';
import { completedAfterMs, type EventDoc, Events } from './events.js';
import { eventFacts, eventsForViewer } from './events.loaders.js';
import { readsFor as eventReads } from './events.pages.js';
import type { Id } from './model.js';
import { loadPersonFacts, peopleForViewer } from './people.loaders.js';
import { Posts } from './posts.js';
import { postsForViewer } from './posts.loaders.js';
import { searchPosts } from './search.posts.js';
import { foldedOf } from './search.text.js';
import { loadSocieties, Societies, type SocietyDoc, societyFacts } from './societies.js';
import { societiesForViewer, readsFor as societyReads } from './societies.loaders.js';
import { fold, nameGrams } from './text.js';
import { Users } from './users.js';
import { compare, decodePlace, encodePlace, type Order, type Place } from './walk.js';

const mostSocieties = 1000;
const mostUpcoming = 1000;
/** Events that are over are found while they are recent; their list goes further back. */
const mostOver = 300;
const mostPeople = 500;
/** Societies whose names match, and whose newest posts are therefore found. */
const mostNamed = 20;

/** What was found of one kind, in the order in which it is shown. */
interface Hit {
  id: Id;
  values: Place['values'];
}

const orders: Record<SearchKind, Order> = {
  societies: [['members', -1, 'number']],
  // What is to come, the next first, then what is over, the latest first.
  events: [
    ['over', 1, 'number'],
    ['distance', 1, 'number'],
  ],
  posts: [['createdAt', -1, 'date']],
  people: [['name', 1, 'string']],
};

async function findSocieties(asker: Asker, q: string): Promise<SocietyDoc[]> {
  const parts = await Promise.all(
    societyReads(asker, { order: 'members' }).map((read) =>
      Societies.find(read).sort({ members: -1, _id: -1 }).limit(mostSocieties).lean<SocietyDoc[]>(),
    ),
  );
  return parts
    .flat()
    .filter((each) => foldedOf(each, 'society', each.name, each.description, each.category).includes(q))
    .filter((each) => asker.can('society.see', societyFacts(each)));
}

async function findEvents(asker: Asker, q: string): Promise<Hit[]> {
  const over = new Date(Date.now() - completedAfterMs);
  const read = (startsAt: object, direction: 1 | -1, most: number) =>
    eventReads(asker, {}, startsAt).map((filter) =>
      Events.find(filter).sort({ startsAt: direction, _id: direction }).limit(most).lean<EventDoc[]>(),
    );
  const found = (await Promise.all([...read({ $gte: over }, 1, mostUpcoming), ...read({ $lt: over }, -1, mostOver)])).flat();
  const matching = found.filter((each) => foldedOf(each, 'event', each.title, each.description, each.location).includes(q));
  const societies = await loadSocieties(matching.map(({ society }) => society));
  return matching
    .filter((each) => {
      const society = societies.get(String(each.society));
      return society !== undefined && asker.can('event.see', eventFacts(each, society));
    })
    .map(({ _id, startsAt }) =>
      startsAt < over ? { id: _id, values: [1, -startsAt.getTime()] } : { id: _id, values: [0, startsAt.getTime()] },
    );
}

/** People whose profile the viewer may see, by any part of their name; by one letter only those of whom a name begins with it. */
async function findPeople(asker: Asker, q: string): Promise<Hit[]> {
  const grams = nameGrams(q);
  const filter = grams.length > 0 ? { $and: grams.map((gram) => ({ nameGrams: gram })) } : { nameGrams: { $gte: ` ${q}` } };
  const found = await Users.find({ ...filter, deletedAt: null, suspendedAt: null }, { name: 1 })
    .limit(mostPeople)
    .lean();
  const hits = found.map(({ _id, name }) => ({ id: _id, values: [fold(name)] })).filter(({ values: [name] }) => name?.includes(q));
  const facts = await loadPersonFacts(
    asker.viewer,
    hits.map(({ id }) => id),
  );
  return hits.filter(({ id }) => {
    const person = facts.get(String(id));
    return person !== undefined && asker.can('person.see', person) && asker.can('profile.see', person);
  });
}

export interface SearchInput {
  q: string;
  kind?: SearchKind | undefined;
  limit: number;
  cursor?: string | undefined;
}

function pageOf(kind: SearchKind, hits: Hit[], cursor: string | undefined, limit: number) {
  const order = orders[kind];
  const from = decodePlace(cursor, order)?.place ?? null;
  const sorted = hits.toSorted((a, b) => compare(a, b, order));
  const rest = from ? sorted.filter((hit) => String(hit.id) !== String(from.id) && compare(hit, from, order) > 0) : sorted;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { ids: page.map(({ id }) => id), next: rest.length > limit && last ? encodePlace(last) : null };
}

/** The documents of these ids, in their order. */
function inOrder<T extends { _id: Id }>(ids: readonly Id[], docs: readonly T[]): T[] {
  const byId = new Map(docs.map((doc) => [String(doc._id), doc]));
  return ids.flatMap((id) => byId.get(String(id)) ?? []);
}

/** Everything with this text that the viewer may see: the page of each kind, or of the one that is asked for, and how many there are. */
export async function search(asker: Asker, { q: asked, kind, limit, cursor }: SearchInput) {
  if (cursor && !kind) badCursor();
  const q = fold(asked);
  const hits: Record<SearchKind, Hit[]> = { societies: [], events: [], posts: [], people: [] };
  let societies: SocietyDoc[] = [];
  if (q !== '') {
    const events = findEvents(asker, q);
    const people = findPeople(asker, q);
    societies = await findSocieties(asker, q);
    const named = societies.filter((each) => foldedOf(each, 'name', each.name).includes(q)).slice(0, mostNamed);
    const posts = searchPosts(
      asker,
      q,
      named.map(({ _id }) => _id),
    );
    hits.societies = societies.map(({ _id, members }) => ({ id: _id, values: [members] }));
    [hits.events, hits.people] = await Promise.all([events, people]);
    hits.posts = (await posts).map(({ _id, createdAt }) => ({ id: _id, values: [createdAt] }));
  }
  const pages = Object.fromEntries(
    searchKinds.map((each) => [each, kind && kind !== each ? { ids: [], next: null } : pageOf(each, hits[each], cursor, limit)]),
  ) as Record<SearchKind, ReturnType<typeof pageOf>>;
  return {
    data: await show(asker, pages, societies),
    next: kind ? pages[kind].next : null,
    counts: {
      societies: hits.societies.length,
      events: hits.events.length,
      posts: hits.posts.length,
      people: hits.people.length,
    },
  };
}

async function show(asker: Asker, pages: Record<SearchKind, { ids: Id[] }>, found: SocietyDoc[]) {
  const [societies, events, posts, people] = await Promise.all([
    societiesForViewer(asker, inOrder(pages.societies.ids, found)),
    pages.events.ids.length > 0
      ? Events.find({ _id: { $in: pages.events.ids } })
          .lean()
          .then((docs) => eventsForViewer(asker, inOrder(pages.events.ids, docs)))
      : [],
    pages.posts.ids.length > 0
      ? Posts.find({ _id: { $in: pages.posts.ids } })
          .lean()
          .then((docs) => postsForViewer(asker, inOrder(pages.posts.ids, docs)))
      : [],
    peopleForViewer(asker, pages.people.ids),
  ]);
  return { societies, events, posts, people };
}
