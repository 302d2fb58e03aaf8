import { type SearchKind, searchKinds } from '#models/contract/search';
import type { Asker } from '#models/policies/index';
import {
  afterPosition,
  badCursor,
  comparePositions,
  decodePosition,
  type ListPosition,
  positionOf,
  type SortOrder,
  timeOf,
} from './cursor.js';
import { comingAt, endedAt, endsIn } from './event-window.js';
import { sharedEvents } from './events.first.js';
import { type EventDoc, Events } from './events.js';
import { cachedEventFacts, eventsForViewer } from './events.loaders.js';
import { readsFor as eventReads, simpleOrders } from './events.reads.js';
import { SharedLoader } from './loader.js';
import { memoizeByObject } from './memoize.js';
import { type Id, toId } from './model.js';
import { readAfter } from './paginate.js';
import { factsOf, peopleForViewer } from './people.loaders.js';
import { type ListedPost, Posts } from './posts.js';
import { postsForViewer } from './posts.loaders.js';
import { commonEnd, countOf, type FoundPage, pageOfHits, type SearchRead, type SearchSource, upTo } from './search.pages.js';
import { postOrder, postSource } from './search.posts.js';
import { foldedOf, matcherOf } from './search.text.js';
import { Societies, type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { ownHidden, societiesForViewer, readsFor as societyReads } from './societies.loaders.js';
import { fold, nameGrams } from './text.js';
import { type ListedPerson, listedFields, Users } from './users.js';

const mostSocieties = 1000;
const mostUpcoming = 1000;
const mostOver = 300;
const mostPeople = 500;

const societyOrder: SortOrder = [['members', -1, 'number']];
const personOrder: SortOrder = [['name', 1, 'string']];

/** A source that keeps the documents of its hits. */
interface FoundIn<T> extends SearchSource {
  /** Matching documents, by id. */
  found: Map<string, T>;
}

/** Matching documents of several ordered lists, each once, as far as the lists are complete together. */
function hitsOf<T extends { _id: Id }>(
  lists: readonly (readonly T[])[],
  order: SortOrder,
  most: number,
  match: (list: readonly T[]) => T[],
) {
  const hitOf = (doc: T): ListPosition => positionOf(doc, order);
  const end = commonEnd(lists, order, most, hitOf);
  const matching = [...new Map(lists.flatMap(match).map((doc) => [String(doc._id), doc])).values()];
  return { matching: upTo(matching, end, order, hitOf), end };
}

/** Largest societies of a visibility, shared by searches. Keys are the visibilities that are listed to everybody. */
const largest = new SharedLoader<SocietyDoc[]>((key) => largestSocieties({ 'privacy.visibility': key, removedAt: null }, null));

const largestSocieties = (filter: object, from: ListPosition | null): Promise<SocietyDoc[]> =>
  Societies.find({ ...filter, ...afterPosition(societyOrder, from) })
    .sort({ members: -1, _id: -1 })
    .limit(mostSocieties)
    .lean<SocietyDoc[]>();

const matchingSocieties = matcherOf<SocietyDoc>((each) => foldedOf(each, 'society', each.name, each.description, each.category));

function societySource(asker: Asker, q: string): FoundIn<SocietyDoc> {
  const found = new Map<string, SocietyDoc>();
  const readPart = async (filter: Record<string, unknown>, from: ListPosition | null): Promise<SocietyDoc[]> => {
    const visibility = filter['privacy.visibility'];
    if (from !== null) return largestSocieties(filter, from);
    if (visibility === 'public' || visibility === 'private') return largest.cached(visibility);
    return (await ownHidden(asker, societyOrder)) ?? largestSocieties(filter, null);
  };
  const read = async (from: ListPosition | null): Promise<SearchRead> => {
    const parts = await Promise.all(societyReads(asker, { order: 'members' }).map((each) => readPart(each, from)));
    const { matching, end } = hitsOf(parts, societyOrder, mostSocieties, (list) => matchingSocieties(list, q));
    const seen = matching.filter((each) => asker.can('society.see', societyFacts(each)));
    for (const each of seen) found.set(String(each._id), each);
    return { hits: seen.map((each) => positionOf(each, societyOrder)), end };
  };
  return { compare: (a, b) => comparePositions(a, b, societyOrder), read, found };
}

const matchingEvents = matcherOf<EventDoc>((each) => foldedOf(each, 'event', each.title, each.description, each.location));

async function visibleEvents(asker: Asker, events: readonly EventDoc[]): Promise<EventDoc[]> {
  const societies = await societyLoader.cachedMany(events.map(({ society }) => society));
  return events.filter((each) => {
    const society = societies.get(String(each.society));
    return society !== undefined && asker.can('event.see', cachedEventFacts(each, society));
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
const sortOf: Record<Stretch, 'date' | 'dateDesc'> = { coming: 'date', ended: 'dateDesc' };
const windowOf = (stretch: Stretch, boundary: Date) => (stretch === 'ended' ? endedAt(boundary) : comingAt(boundary));

/** Lists of events of a stretch: shared ones from its start, else what follows the position. */
function eventsFrom(asker: Asker, stretch: Stretch, boundary: Date, from: ListPosition | null, isFirst: boolean): Promise<EventDoc[][]> {
  const [window, sort, size] = [windowOf(stretch, boundary), sortOf[stretch], mostOf[stretch]];
  if (isFirst) return sharedEvents(asker, {}, { window, sort, size });
  const reads = eventReads(asker, {}, window);
  return Promise.all(reads.map((read) => readAfter({ model: Events, reads: [read], order: simpleOrders[sort] }, from, size)));
}

/** Events that have not ended, earliest first, then ended ones, latest first; the boundary is the same for all pages. */
function eventSource(asker: Asker, q: string, note: string | undefined): FoundIn<EventDoc> {
  const found = new Map<string, EventDoc>();
  const boundary = note === undefined ? new Date() : (timeOf(note) ?? badCursor());
  const { date, dateDesc } = simpleOrders;
  const stretch = async (ended: 0 | 1, from: ListPosition | null): Promise<SearchRead> => {
    const name = ended ? 'ended' : 'coming';
    const order = simpleOrders[sortOf[name]];
    const marked = ({ values: [startsAt = boundary], id }: ListPosition): ListPosition => ({ values: [startsAt, ended], id });
    const lists = await eventsFrom(asker, name, boundary, from, from === null && note === undefined);
    const { matching, end } = hitsOf(lists, order, mostOf[name], (list) =>
      matchingEvents(list, q).filter(endsIn(windowOf(name, boundary))),
    );
    const seen = await visibleEvents(asker, matching);
    for (const each of seen) found.set(String(each._id), each);
    return { hits: seen.map((each) => marked(positionOf(each, order))), end: end && marked(end) };
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
  return { note: String(boundary.getTime()), compare: compareEvents, read, found };
}

/** People by any part of their name, shared by the searches for it, whoever asks. Keys are folded queries. */
const namedPeople = new SharedLoader<ListedPerson[]>((q) => {
  const grams = nameGrams(q);
  const filter = grams.length > 0 ? { $and: grams.map((gram) => ({ nameGrams: gram })) } : { nameGrams: { $gte: ` ${q}` } };
  return Users.find({ ...filter, deletedAt: null, suspendedAt: null }, listedFields)
    .limit(mostPeople)
    .lean<ListedPerson[]>()
    .exec();
});
const foldedName = memoizeByObject(({ name }: ListedPerson) => fold(name));

/** People whose profile the viewer may see, by any part of their name; a single letter matches only the start of a name. */
async function findPeople(asker: Asker, q: string): Promise<SearchRead> {
  const found = await namedPeople.cached(q);
  const named = found.map((person) => ({ person, name: foldedName(person) })).filter(({ name }) => name.includes(q));
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

/** Documents of hits, by id. */
interface FoundDocs {
  societies: Map<string, SocietyDoc>;
  events: Map<string, EventDoc>;
}

const nothing: FoundPage = { ids: [], next: null, count: 0, isAtLeast: false };
const nothingFound: FoundDocs & { pages: Record<SearchKind, FoundPage> } = {
  pages: { societies: nothing, events: nothing, posts: nothing, people: nothing },
  societies: new Map(),
  events: new Map(),
};

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
  const eventHits = eventSource(asker, q, noteOf('events'));
  const others = Promise.all([find('events', eventHits), find('people', personSource(asker, q))]);
  const societies = societySource(asker, q);
  const found = await find('societies', societies);
  const named = [...societies.found.values()].filter((each) => foldedOf(each, 'name', each.name).includes(q)).map(({ _id }) => _id);
  const posts = find('posts', await postSource(asker, q, named, noteOf('posts')));
  const [events, people] = await others;
  return { pages: { societies: found, events, posts: await posts, people }, societies: societies.found, events: eventHits.found };
}

/** Searches everything that the viewer may see: a page of the requested kind or of each, and the counts. */
export async function search(asker: Asker, input: SearchInput) {
  const { kind, cursor } = input;
  if (cursor && !kind) badCursor();
  const q = fold(input.q);
  const { pages, ...found } = q === '' ? nothingFound : await findAll(asker, q, input);
  return {
    data: await show(asker, pages, found),
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

/** Posts of a page of results, shared by all who get the same. Keys are their ids. */
const postsOfPage = new SharedLoader<ListedPost[]>(
  (key) =>
    Posts.find({ _id: { $in: key.split(',').map(toId) } }, { words: 0 })
      .lean<ListedPost[]>()
      .exec(),
  'posts',
);

async function loadPage(ids: readonly Id[]): Promise<ListedPost[]> {
  if (ids.length === 0) return [];
  const docs = await postsOfPage.cached(ids.map(String).join());
  return inOrder(ids, new Map(docs.map((doc) => [String(doc._id), doc])));
}

/** Documents in the order of these ids. */
const inOrder = <T>(ids: readonly Id[], byId: ReadonlyMap<string, T>): T[] => ids.flatMap((id) => byId.get(String(id)) ?? []);

async function show(asker: Asker, pages: Record<SearchKind, { ids: Id[] }>, found: FoundDocs) {
  const [societies, events, posts, people] = await Promise.all([
    societiesForViewer(asker, inOrder(pages.societies.ids, found.societies)),
    eventsForViewer(asker, inOrder(pages.events.ids, found.events)),
    loadPage(pages.posts.ids).then((posts) => postsForViewer(asker, posts)),
    peopleForViewer(asker, pages.people.ids),
  ]);
  return { societies, events, posts, people };
}
