import type { Event, SharedEvent } from '#models/contract/events';
import { maskEvent } from '#models/contract/masked';
import { markShared } from '#models/contract/shared-fields';
import type { EventFacts, PersonFacts, Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { attendanceWord, loadAttendances, type OwnAttendance } from './attendances.loaders.js';
import { loadBookmarks, type OwnBookmark } from './bookmarks.loaders.js';
import { comingAt, type EventWindow, endedAt, readsOfWindow } from './event-window.js';
import { type EventDoc, Events, eventPhase, eventStatus, eventToWire, hasEnded, stewardsOver } from './events.js';
import { followedLoader, loadTiesOfFollowed } from './follows.loaders.js';
import { ListLoader, SharedLoader } from './loader.js';
import { memoizeByParts } from './memoize.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { peopleWithFacts } from './people.loaders.js';
import { prefetchParent } from './prefetch-parent.js';
import { isSensitive, type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { type PersonDoc, personImage, personLoader, personName } from './users.js';

/** The fields of an event that its facts are made of. */
export type EventWithFacts = Pick<EventDoc, 'creator' | 'removedAt' | 'cancelledAt' | 'startsAt' | 'endsAt' | 'stewards'>;

export const eventFacts = (event: EventWithFacts, society: SocietyDoc): EventFacts => ({
  creator: String(event.creator),
  removed: event.removedAt !== null,
  cancelled: event.cancelledAt !== null,
  over: hasEnded(event),
  stewards: (event.stewards ?? []).map(String),
  stewardsOver: stewardsOver(event),
  sensitive: isSensitive(society),
  society: societyFacts(society),
});

/** As `eventFacts`, composed once for all viewers who get the same cached documents, until the event is over. */
export const cachedEventFacts = memoizeByParts(eventFacts, (event) => [hasEnded(event), stewardsOver(event)]);

const noRights: Event['Can'] = { edit: false, cancel: false, delete: false, attend: false, checkIn: false };

/**
 * The part of an event that is the same for every viewer, composed once for all who get the same cached documents, until its time
 * changes what it is. `template` is `wire` with empty own fields, so that a copy has room for a viewer's: adding fields to a copy takes
 * ten times as long.
 */
const sharedPartOf = memoizeByParts(
  (event: EventDoc, society: SocietyDoc, creator: PersonDoc | undefined) => {
    const facts = cachedEventFacts(event, society);
    const wire: SharedEvent = eventToWire(event, creator, society.name);
    const header = { ID: facts.society.id, Name: society.name, Image: society.image, Category: society.category, Is_Admin: false };
    const template: Event = { ...wire, Society: header, Online_Link: null, Faces: [], Standing: null, Can: noRights };
    return { facts, wire, template };
  },
  (event) => [eventPhase(event), eventStatus(event)],
);

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

const eventLoader = new ListLoader<EventDoc>(async (ids) => {
  const found = await Events.find({ _id: { $in: ids.map(toId) } }).lean();
  return new Map(found.map((event) => [String(event._id), event]));
}, 'events');

/** Events by id, at most `cacheTtlMs` old, for lists of them. */
export const cachedEvents = (ids: readonly Id[]): Promise<Map<string, EventDoc>> => eventLoader.cachedMany(ids);

const withSociety = prefetchParent<EventDoc>((event) => event.society);

/** An event with its society if the viewer may see it; else null. */
export async function findEvent(asker: Asker, id: Id): Promise<FoundEvent | null> {
  const found = await withSociety(String(id), {
    child: () => eventLoader.fresh(String(id)),
    parent: (society) => societyLoader.fresh(String(society)),
  });
  if (!found?.parent) return null;
  const { child: event, parent: society } = found;
  const facts = eventFacts(event, society);
  return asker.can('event.see', facts) ? { event, society, facts } : null;
}

const mostFaces = 3;

interface Goer {
  event: string;
  user: Id;
}

/** Up to three of these people per event who attend and show that to the viewer. */
async function facesOf(
  asker: Asker,
  going: readonly Goer[],
  events: readonly EventDoc[],
  societies: Map<string, SocietyDoc>,
): Promise<Map<string, PersonDoc[]>> {
  const faces = new Map<string, PersonDoc[]>();
  if (going.length === 0) return faces;
  const goers = await peopleWithFacts(
    asker.viewer,
    going.map(({ user }) => user),
    loadTiesOfFollowed,
  );
  const eventBy = new Map(events.map((event) => [String(event._id), event]));
  const societyOf = (event: string) => societies.get(String(eventBy.get(event)?.society));
  const mayName = await loadNaming(
    asker,
    going.map(({ event, user }) => ({ society: societyOf(event), user })),
  );
  for (const { event: id, user } of going) {
    const [event, goer] = [eventBy.get(id), goers.get(String(user))];
    const society = societyOf(id);
    const shown = faces.get(id) ?? [];
    if (!event || !society || !goer || shown.length === mostFaces) continue;
    if (showsGoing(asker, goer.facts, event, society) && mayName(society, user)) faces.set(id, [...shown, goer.person]);
  }
  return faces;
}

interface ViewerState {
  /** Followed people who attend, by event. */
  faces: Map<string, PersonDoc[]>;
  attendances: ReadonlyMap<string, OwnAttendance> | undefined;
  bookmarks: ReadonlyMap<string, OwnBookmark> | undefined;
}

/** The viewer's own state for these events: one read has their attendance and those of the people whom they follow. */
async function viewerStateOf(
  asker: Asker,
  viewer: Viewer,
  events: readonly EventDoc[],
  societies: Map<string, SocietyDoc>,
  withFaces: boolean,
): Promise<ViewerState> {
  const ids = events.map(({ _id }) => String(_id));
  const followed = (withFaces ? await followedLoader.cached(viewer.id) : null) ?? [];
  const [attendancesOf, bookmarksOf] = await Promise.all([
    loadAttendances([viewer.id, ...followed.map(String)], ids),
    loadBookmarks([viewer.id], ids),
  ]);
  const going = followed.flatMap((user) => {
    const theirs = attendancesOf(String(user));
    return theirs ? ids.flatMap((event) => (theirs.get(event)?.state === 'going' ? [{ event, user }] : [])) : [];
  });
  const faces = await facesOf(asker, going, events, societies);
  return { faces, attendances: attendancesOf(viewer.id), bookmarks: bookmarksOf(viewer.id) };
}

function standingOf(own: ViewerState, event: string): Event['Standing'] {
  const [attendance, bookmark] = [own.attendances?.get(event) ?? null, own.bookmarks?.get(event)];
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
  checkIn: can('event.checkIn', facts),
});

/**
 * Events as this viewer sees them, in the order given; omits those that the viewer may not see.
 * @param options.withFaces false for a calendar's file, which shows nobody: then `Faces` are empty
 */
export async function eventsForViewer(asker: Asker, events: readonly EventDoc[], { withFaces = true } = {}): Promise<Event[]> {
  if (events.length === 0) return [];
  const societies = await societyLoader.cachedMany(events.map(({ society }) => society));
  const [people, mayName, own] = await Promise.all([
    personLoader.cachedMany(events.map(({ creator }) => creator)),
    loadNaming(
      asker,
      events.map(({ society, creator }) => ({ society: societies.get(String(society)), user: creator })),
    ),
    asker.viewer && viewerStateOf(asker, asker.viewer, events, societies, withFaces),
  ]);
  return events.flatMap((event) => {
    const society = societies.get(String(event.society));
    if (!society) return [];
    const { facts, wire, template } = sharedPartOf(event, society, people.get(String(event.creator)));
    if (!asker.can('event.see', facts)) return [];
    const id = wire.ID;
    const Can = canOf(asker, facts);
    const fields = {
      Society: { ...template.Society, Is_Admin: asker.can('society.manage', facts.society) },
      Online_Link: event.onlineLink !== '' && (Can.edit || own?.attendances?.get(id)?.state === 'going') ? event.onlineLink : null,
      Faces: (own?.faces.get(id) ?? []).map(faceOf),
      Standing: own && standingOf(own, id),
      Can,
    };
    if (!mayName(society, event.creator)) return [{ ...maskEvent(template), ...fields }];
    return [markShared<Event, SharedEvent>({ ...template, ...fields }, wire)];
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
