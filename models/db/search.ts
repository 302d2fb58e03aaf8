import { type SearchKind, searchKinds } from '#models/contract/search';
import { type Asker, askerFor } from '#models/policies/index';
import {
  afterPosition,
  badCursor,
  compareBy,
  comparePositions,
  decodePosition,
  type ListPosition,
  positionOf,
  type SortOrder,
  timeOf,
} from './cursor.js';
import { comingAt, endedAt } from './event-window.js';
import { type EventDoc, Events } from './events.js';
import { eventFacts, eventsForViewer } from './events.loaders.js';
import { readsFor as eventReads, simpleOrders } from './events.pages.js';
import { ListLoader } from './loader.js';
import type { Id } from './model.js';
import { factsOf, peopleForViewer } from './people.loaders.js';
import { Posts } from './posts.js';
import { postsForViewer } from './posts.loaders.js';
import { countOf, type FoundPage, pageOfHits, type SearchRead, type SearchSource } from './search.pages.js';
import { postOrder, postSource } from './search.posts.js';
import { foldedOf } from './search.text.js';
import { Societies, type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { societiesForViewer, readsFor as societyReads } from './societies.loaders.js';
import { fold, nameGrams } from './text.js';
import { type ListedPerson, listedFields, Users } from './users.js';

const mostSocieties = 1000;
const mostUpcoming = 1000;
const mostOver = 300;
const mostPeople = 500;

const societyOrder: SortOrder = [['members', -1, 'number']];
const personOrder: SortOrder = [['name', 1, 'string']];

/** Merges ordered reads, and gives the position of the next read. */
function merged<T extends { _id: Id }>(parts: readonly T[][], order: SortOrder, most: number): { docs: T[]; end: ListPosition | null } {
  const docs = parts.flat().sort(compareBy(order)).slice(0, most);
  const last = docs.length < most ? undefined : docs.at(-1);
  return { docs, end: last ? positionOf(last, order) : null };
}

interface SocietySource extends SearchSource {
  /** Matching documents, by id. */
  found: Map<string, SocietyDoc>;
}

/** Largest societies of a visibility, shared by searches. Keys are the visibilities that are listed to everybody. */
const largest = ListLoader.each<SocietyDoc[]>((key) => largestSocieties({ 'privacy.visibility': key, removedAt: null }, null));

const largestSocieties = (filter: object, from: ListPosition | null): Promise<SocietyDoc[]> =>
  Societies.find({ ...filter, ...afterPosition(societyOrder, from) })
    .sort({ members: -1, _id: -1 })
    .limit(mostSocieties)
    .lean<SocietyDoc[]>();

function societySource(asker: Asker, q: string): SocietySource {
  const found = new Map<string, SocietyDoc>();
  const readPart = async (filter: Record<string, unknown>, from: ListPosition | null): Promise<SocietyDoc[]> => {
    const visibility = filter['privacy.visibility'];
    const isShared = from === null && (visibility === 'public' || visibility === 'private');
    return isShared ? ((await largest.cached(visibility)) ?? []) : largestSocieties(filter, from);
  };
  const read = async (from: ListPosition | null): Promise<SearchRead> => {
    const parts = await Promise.all(societyReads(asker, { order: 'members' }).map((each) => readPart(each, from)));
    const { docs, end } = merged(parts, societyOrder, mostSocieties);
    const matching = docs
      .filter((each) => foldedOf(each, 'society', each.name, each.description, each.category).includes(q))
      .filter((each) => asker.can('society.see', societyFacts(each)));
    for (const each of matching) found.set(String(each._id), each);
    return { hits: matching.map((each) => positionOf(each, societyOrder)), end };
  };
  return { compare: (a, b) => comparePositions(a, b, societyOrder), read, found };
}

async function matchingEvents(asker: Asker, q: string, docs: readonly EventDoc[]): Promise<EventDoc[]> {
  const matching = docs.filter((each) => foldedOf(each, 'event', each.title, each.description, each.location).includes(q));
  const societies = await societyLoader.cachedMany(matching.map(({ society }) => society));
  return matching.filter((each) => {
    const society = societies.get(String(each.society));
    return society !== undefined && asker.can('event.see', eventFacts(each, society));
  });
}

/** Sort order of event hits: start, and 1 for ended events. */
const eventHitOrder: SortOrder = [
  ['startsAt', 1, 'date'],
  ['ended', 1, 'number'],
];
const isEnded = ({ values: [, ended] }: ListPosition): boolean => ended === 1;

type Stretch = 'coming' | 'ended';
const mostOf: Record<Stretch, number> = { coming: mostUpcoming, ended: mostOver };
const orderOf: Record<Stretch, typeof simpleOrders.date | typeof simpleOrders.dateDesc> = {
  coming: simpleOrders.date,
  ended: simpleOrders.dateDesc,
};
const windowOf = (stretch: Stretch, boundary: Date) => (stretch === 'ended' ? endedAt(boundary) : comingAt(boundary));

function eventsAfter(stretch: Stretch, filter: object, from: ListPosition | null, most = mostOf[stretch]): Promise<EventDoc[]> {
  const order = orderOf[stretch];
  const [[, direction]] = order;
  return Events.find({ ...filter, ...afterPosition(order, from) })
    .sort({ startsAt: direction, _id: direction })
    .limit(most)
    .lean<EventDoc[]>();
}

/** Shared events beyond those that a search reads, since some of them end before the next load. */
const spareEvents = 50;
/** First open events of both stretches, shared by searches. Keys are the stretches. */
const openEvents = ListLoader.each<EventDoc[]>(async (key) => {
  const stretch = key as Stretch;
  const most = mostOf[stretch] + spareEvents;
  const parts = eventReads(askerFor(null), {}, windowOf(stretch, new Date())).map((filter) => eventsAfter(stretch, filter, null, most));
  return merged(await Promise.all(parts), orderOf[stretch], most).docs;
}, 'events');

/** First open events of a stretch at this moment. */
async function firstOpenEvents(stretch: Stretch, boundary: Date): Promise<EventDoc[]> {
  const shared = (await openEvents.cached(stretch)) ?? [];
  return shared.filter(({ endsAt }) => endsAt <= boundary === (stretch === 'ended'));
}

/** Events that have not ended, earliest first, then ended ones, latest first; the boundary is the same for all pages. */
function eventSource(asker: Asker, q: string, note: string | undefined): SearchSource {
  const boundary = note === undefined ? new Date() : (timeOf(note) ?? badCursor());
  const { date, dateDesc } = simpleOrders;
  const stretch = async (ended: 0 | 1, from: ListPosition | null): Promise<SearchRead> => {
    const name = ended ? 'ended' : 'coming';
    const order = orderOf[name];
    const marked = ({ values: [startsAt = boundary], id }: ListPosition): ListPosition => ({ values: [startsAt, ended], id });
    const isShared = from === null && note === undefined;
    const reads = eventReads(asker, {}, windowOf(name, boundary)).filter(({ open }) => !isShared || open !== true);
    const parts = reads.map((filter) => eventsAfter(name, filter, from));
    if (isShared) parts.push(firstOpenEvents(name, boundary));
    const { docs, end } = merged(await Promise.all(parts), order, mostOf[name]);
    return { hits: (await matchingEvents(asker, q, docs)).map((each) => marked(positionOf(each, order))), end: end && marked(end) };
  };
  const read = async (from: ListPosition | null): Promise<SearchRead> => {
    const wasEnded = from !== null && isEnded(from);
    const coming = wasEnded ? { hits: [], end: null } : await stretch(0, from);
    if (coming.end) return coming;
    const ended = await stretch(1, wasEnded ? from : null);
    return { hits: [...coming.hits, ...ended.hits], end: ended.end };
  };
  const compareEvents = (a: ListPosition, b: ListPosition): number =>
    isEnded(a) === isEnded(b) ? comparePositions(a, b, isEnded(a) ? dateDesc : date) : Number(isEnded(a)) - Number(isEnded(b));
  return { note: String(boundary.getTime()), compare: compareEvents, read };
}

/** People whose profile the viewer may see, by any part of their name; a single letter matches only the start of a name. */
async function findPeople(asker: Asker, q: string): Promise<SearchRead> {
  const grams = nameGrams(q);
  const filter = grams.length > 0 ? { $and: grams.map((gram) => ({ nameGrams: gram })) } : { nameGrams: { $gte: ` ${q}` } };
  const found = await Users.find({ ...filter, deletedAt: null, suspendedAt: null }, listedFields)
    .limit(mostPeople)
    .lean<ListedPerson[]>();
  const named = found.map((person) => ({ person, name: fold(person.name) })).filter(({ name }) => name.includes(q));
  const facts = await factsOf(
    asker.viewer,
    named.map(({ person }) => person),
  );
  const hits = named.filter(({ person: { _id } }) => {
    const person = facts.get(String(_id));
    return person !== undefined && asker.can('person.see', person) && asker.can('profile.see', person);
  });
  return { hits: hits.map(({ person: { _id }, name }) => ({ id: _id, values: [name] })), end: null, isCut: found.length === mostPeople };
}

/** No index sorts names, so one read returns all hits. */
const personSource = (asker: Asker, q: string): SearchSource => ({
  compare: (a, b) => comparePositions(a, b, personOrder),
  read: () => findPeople(asker, q),
});

export interface SearchInput {
  q: string;
  kind?: SearchKind | undefined;
  limit: number;
  cursor?: string | undefined;
}

const cursorOrders: Record<SearchKind, SortOrder> = {
  societies: societyOrder,
  events: eventHitOrder,
  posts: postOrder,
  people: personOrder,
};

const nothing: FoundPage = { ids: [], next: null, count: 0, isAtLeast: false };

async function findAll(asker: Asker, q: string, { kind, limit, cursor }: SearchInput) {
  const start = kind ? decodePosition(cursor, cursorOrders[kind]) : null;
  const noteOf = (each: SearchKind): string | undefined => (each === kind ? start?.note : undefined);
  /** A page of the requested kind, the first hits of each kind without one, else only the count. */
  const find = async (each: SearchKind, source: SearchSource): Promise<FoundPage> => {
    if (each === kind) return pageOfHits(source, start?.position ?? null, limit);
    const top = await source.read(null);
    const hits = kind ? [] : top.hits.toSorted(source.compare).slice(0, limit);
    return { ids: hits.map(({ id }) => id), next: null, ...countOf(top) };
  };
  const others = Promise.all([find('events', eventSource(asker, q, noteOf('events'))), find('people', personSource(asker, q))]);
  const societies = societySource(asker, q);
  const found = await find('societies', societies);
  const named = [...societies.found.values()].filter((each) => foldedOf(each, 'name', each.name).includes(q)).map(({ _id }) => _id);
  const posts = find('posts', await postSource(asker, q, named, noteOf('posts')));
  const [events, people] = await others;
  return { pages: { societies: found, events, posts: await posts, people }, societies: [...societies.found.values()] };
}

/** Searches everything that the viewer may see: a page of the requested kind or of each, and the counts. */
export async function search(asker: Asker, input: SearchInput) {
  const { kind, cursor } = input;
  if (cursor && !kind) badCursor();
  const q = fold(input.q);
  const { pages, societies } =
    q === ''
      ? { pages: { societies: nothing, events: nothing, posts: nothing, people: nothing }, societies: [] }
      : await findAll(asker, q, input);
  return {
    data: await show(asker, pages, societies),
    next: kind ? pages[kind].next : null,
    counts: {
      societies: pages.societies.count,
      events: pages.events.count,
      posts: pages.posts.count,
      people: pages.people.count,
      at_least: searchKinds.filter((each) => pages[each].isAtLeast),
    },
  };
}

/** Documents in the order of these ids. */
function inOrder<T extends { _id: Id }>(ids: readonly Id[], docs: readonly T[]): T[] {
  const byId = new Map(docs.map((doc) => [String(doc._id), doc]));
  return ids.flatMap((id) => byId.get(String(id)) ?? []);
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
      ? Posts.find({ _id: { $in: pages.posts.ids } }, { words: 0 })
          .lean()
          .then((docs) => postsForViewer(asker, inOrder(pages.posts.ids, docs)))
      : [],
    peopleForViewer(asker, pages.people.ids),
  ]);
  return { societies, events, posts, people };
}
