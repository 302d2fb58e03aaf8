import type { Event } from '#models/contract/events';
import type { EventFacts, PersonFacts, Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { type AttendanceDoc, Attendances } from './attendances.js';
import { attendanceWord } from './attendances.loaders.js';
import { type BookmarkDoc, Bookmarks } from './bookmarks.js';
import { comingAt, type EventWindow, endedAt, readsOfWindow } from './event-window.js';
import { type EventDoc, Events, eventToWire, hasEnded } from './events.js';
import { followedLoader, loadTiesOfFollowed } from './follows.loaders.js';
import { SharedLoader } from './loader.js';
import { type Id, toId } from './model.js';
import { peopleWithFacts } from './people.loaders.js';
import { prefetchParent } from './prefetch-parent.js';
import { isSensitive, type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { type PersonDoc, personImage, personLoader, personName } from './users.js';

/** The fields of an event that its facts are made of. */
export type EventWithFacts = Pick<EventDoc, 'creator' | 'removedAt' | 'cancelledAt' | 'startsAt' | 'endsAt'>;

export const eventFacts = (event: EventWithFacts, society: SocietyDoc): EventFacts => ({
  creator: String(event.creator),
  removed: event.removedAt !== null,
  cancelled: event.cancelledAt !== null,
  over: hasEnded(event),
  society: societyFacts(society),
});

/** Checks whether the viewer may know that this person attends an event; in a sensitive society only if the person shows that. */
export function showsGoing({ can }: Asker, person: PersonFacts, event: EventWithFacts, society: SocietyDoc): boolean {
  const sensitive = isSensitive(society);
  return can('event.see', eventFacts(event, society)) && can('profile.society', { person, society: societyFacts(society), sensitive });
}

export interface FoundEvent {
  event: EventDoc;
  society: SocietyDoc;
  facts: EventFacts;
}

const withSociety = prefetchParent<EventDoc>((event) => event.society);

/** An event with its society if the viewer may see it; else null. */
export async function findEvent(asker: Asker, id: Id): Promise<FoundEvent | null> {
  const found = await withSociety(String(id), {
    child: () => Events.findById(id).lean(),
    parent: (society) => societyLoader.fresh(String(society)),
  });
  if (!found?.parent) return null;
  const { child: event, parent: society } = found;
  const facts = eventFacts(event, society);
  return asker.can('event.see', facts) ? { event, society, facts } : null;
}

const mostFaces = 3;

const byEvent = <T extends { event: Id }>(docs: readonly T[]): Map<string, T> => new Map(docs.map((doc) => [String(doc.event), doc]));

/** Up to three of these people per event who attend and show that to the viewer. */
async function facesOf(
  asker: Asker,
  going: readonly AttendanceDoc[],
  events: readonly EventDoc[],
  societies: Map<string, SocietyDoc>,
): Promise<Map<string, PersonDoc[]>> {
  const faces = new Map<string, PersonDoc[]>();
  const goers = await peopleWithFacts(
    asker.viewer,
    going.map(({ user }) => user),
    loadTiesOfFollowed,
  );
  const eventBy = new Map(events.map((event) => [String(event._id), event]));
  for (const { event: eventId, user } of going) {
    const id = String(eventId);
    const [event, goer] = [eventBy.get(id), goers.get(String(user))];
    const society = event && societies.get(String(event.society));
    const shown = faces.get(id) ?? [];
    if (!society || !goer || shown.length === mostFaces) continue;
    if (showsGoing(asker, goer.facts, event, society)) faces.set(id, [...shown, goer.person]);
  }
  return faces;
}

/** Ids of these events that the viewer attends. */
export async function attendedBy(viewer: Id, events: readonly Id[]): Promise<Set<string>> {
  const going = await Attendances.find({ event: { $in: events }, user: viewer, state: 'going' }, { event: 1 }).lean();
  return new Set(going.map(({ event }) => String(event)));
}

interface ViewerState {
  faces: Map<string, PersonDoc[]>;
  attendances: Map<string, AttendanceDoc>;
  bookmarks: Map<string, BookmarkDoc>;
}

/** The viewer's own state for these events: one read has their attendance and those of the people whom they follow. */
async function viewerStateOf(
  asker: Asker,
  viewer: Viewer,
  events: readonly EventDoc[],
  societies: Map<string, SocietyDoc>,
): Promise<ViewerState> {
  const me = toId(viewer.id);
  const event = { $in: events.map(({ _id }) => _id) };
  const people = [me, ...((await followedLoader.cached(viewer.id)) ?? [])];
  const [attendances, bookmarks] = await Promise.all([
    Attendances.find({ event, user: { $in: people } }).lean(),
    Bookmarks.find({ event, user: me }).lean(),
  ]);
  const [own, others] = [attendances.filter(({ user }) => user.equals(me)), attendances.filter(({ user }) => !user.equals(me))];
  const going = others.filter(({ state }) => state === 'going');
  const faces = await facesOf(asker, going, events, societies);
  return { faces, attendances: byEvent(own), bookmarks: byEvent(bookmarks) };
}

function standingOf(own: ViewerState, event: string): Event['Standing'] {
  const [attendance, bookmark] = [own.attendances.get(event) ?? null, own.bookmarks.get(event)];
  return {
    attendance: attendanceWord(attendance),
    version: attendance?.version ?? 0,
    bookmarked: bookmark?.on ?? false,
    bookmark_version: bookmark?.version ?? 0,
  };
}

const faceOf = (person: PersonDoc): Event['Faces'][number] => ({
  ID: String(person._id),
  Name: personName(person),
  Image: personImage(person),
});

const canOf = ({ can }: Asker, facts: EventFacts): Event['Can'] => ({
  edit: can('event.edit', facts),
  cancel: can('event.edit', facts) && !facts.cancelled && !facts.over,
  delete: can('event.delete', facts),
  attend: can('event.attend', facts),
});

/** Events as this viewer sees them, in the order given; omits those that the viewer may not see. */
export async function eventsForViewer(asker: Asker, events: readonly EventDoc[]): Promise<Event[]> {
  if (events.length === 0) return [];
  const societies = await societyLoader.cachedMany(events.map(({ society }) => society));
  const [people, own] = await Promise.all([
    personLoader.cachedMany(events.map(({ creator }) => creator)),
    asker.viewer && viewerStateOf(asker, asker.viewer, events, societies),
  ]);
  return events.flatMap((event) => {
    const society = societies.get(String(event.society));
    if (!society) return [];
    const facts = eventFacts(event, society);
    if (!asker.can('event.see', facts)) return [];
    const id = String(event._id);
    const Can = canOf(asker, facts);
    return [
      {
        ...eventToWire(event, people.get(facts.creator), society.name),
        Society: {
          ID: facts.society.id,
          Name: society.name,
          Image: society.image,
          Category: society.category,
          Is_Admin: asker.can('society.manage', facts.society),
        },
        Online_Link: event.onlineLink !== '' && (Can.edit || own?.attendances.get(id)?.state === 'going') ? event.onlineLink : null,
        Faces: (own?.faces.get(id) ?? []).map(faceOf),
        Standing: own && standingOf(own, id),
        Can,
      },
    ];
  });
}

const societyCounts = new SharedLoader(async (society) => {
  const now = new Date();
  const held = { society: toId(society), removedAt: null, cancelledAt: null };
  const countIn = async (window: EventWindow): Promise<number> => {
    const counts = readsOfWindow(window).map((read) => Events.countDocuments({ ...read, ...held }).exec());
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  const [upcoming, completed] = await Promise.all([countIn(comingAt(now)), countIn(endedAt(now))]);
  return { upcoming, completed };
}, 'events');

/** Numbers of a society's upcoming and completed events; cancelled events count as neither. */
export const countEvents = (society: Id) => societyCounts.cached(String(society));
