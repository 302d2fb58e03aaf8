import type { ErrorCode } from '#models/contract/errors';
import { parseRoom, type RoomKind, roomOf } from '#models/contract/rooms';
import { Events } from '#models/db/events';
import { eventFacts } from '#models/db/events.loaders';
import { loadTies, noTies } from '#models/db/follows.loaders';
import { Loader } from '#models/db/loader';
import { type Id, toId } from '#models/db/model';
import { personFacts } from '#models/db/people.loaders';
import { Posts } from '#models/db/posts';
import { postFacts } from '#models/db/posts.loaders';
import { loadSocieties, type SocietyDoc, societyFacts } from '#models/db/societies';
import { Users } from '#models/db/users';
import type { LoadedViewer } from '#models/db/viewer';
import type { EventFacts, PersonFacts, PostFacts, SocietyFacts } from '#models/policies/facts';
import { can, type Rule } from '#models/policies/index';

/** Facts that decide who may be in a room, as of now. They are null where the thing is gone. */
export interface RoomFacts {
  kind: RoomKind;
  id: string;
  society: SocietyFacts | null;
  post: PostFacts | null;
  event: EventFacts | null;
  person: PersonFacts | null;
}

/** Society whose roles and settings decide who may be in the room. */
export const societyOfRoom = (facts: RoomFacts): string | null => facts.society?.id ?? null;

const aboutSociety = new Set<RoomKind>(['society', 'societyPublic', 'societyModerators', 'societyAdmins']);

interface Loaded {
  societies: Map<string, SocietyDoc>;
  posts: Map<string, PostFacts>;
  events: Map<string, EventFacts>;
  people: Map<string, PersonFacts>;
}

const byId = <T extends { _id: Id }>(docs: T[]): Map<string, T> => new Map(docs.map((doc) => [String(doc._id), doc]));

async function load(idsOf: (kind: RoomKind) => Id[]): Promise<Loaded> {
  const find = <T>(ids: Id[], read: (ids: Id[]) => Promise<T[]>): Promise<T[]> => (ids.length > 0 ? read(ids) : Promise.resolve([]));
  const [posts, events, people] = await Promise.all([
    find(idsOf('post'), (ids) => Posts.find({ _id: { $in: ids } }).lean()),
    find([...idsOf('event'), ...idsOf('eventDoor')], (ids) => Events.find({ _id: { $in: ids } }).lean()),
    find(idsOf('profile'), (ids) => Users.find({ _id: { $in: ids } }, { privacy: 1, deletedAt: 1 }).lean()),
  ]);
  const own = [...aboutSociety].flatMap(idsOf);
  const societies = await loadSocieties([...own, ...posts.map((post) => post.society), ...events.map((event) => event.society)]);
  const withSociety = <D extends { _id: Id; society: Id }, F>(docs: D[], facts: (doc: D, society: SocietyDoc) => F): Map<string, F> =>
    new Map(
      docs.flatMap((doc) => {
        const society = societies.get(String(doc.society));
        return society ? [[String(doc._id), facts(doc, society)] as const] : [];
      }),
    );
  return {
    societies,
    posts: withSociety(posts, postFacts),
    events: withSociety(events, eventFacts),
    people: new Map(
      [...byId(people)].map(([id, person]) => [
        id,
        // Follows depend on the viewer and are loaded during authorization.
        personFacts(person, noTies),
      ]),
    ),
  };
}

/** Loads the facts of rooms as of now; invalid names are left out. Batched, since thousands join the same rooms after a restart. */
export async function loadRoomFacts(rooms: Iterable<string>): Promise<ReadonlyMap<string, RoomFacts>> {
  const found = await roomLoader.freshMany(rooms);
  return new Map(Array.from(found.values(), (facts) => [roomOf(facts.kind, facts.id), facts]));
}

/** Facts by the room's name. */
const roomLoader = new Loader<RoomFacts>(async (rooms) => {
  const parsed = new Map(rooms.map((room) => [room, parseRoom(room)]));
  const idsOf = (kind: RoomKind): Id[] => [...parsed.values()].flatMap((each) => (each?.kind === kind ? [toId(each.id)] : []));
  const { societies, posts, events, people } = await load(idsOf);
  const facts = new Map<string, RoomFacts>();
  for (const [room, each] of parsed) {
    if (!each) continue;
    const { kind, id } = each;
    const society = aboutSociety.has(kind) ? societies.get(id) : undefined;
    const post = kind === 'post' ? (posts.get(id) ?? null) : null;
    const event = kind === 'event' || kind === 'eventDoor' ? (events.get(id) ?? null) : null;
    facts.set(room, {
      kind,
      id,
      society: society ? societyFacts(society) : (post?.society ?? event?.society ?? null),
      post,
      event,
      person: kind === 'profile' ? (people.get(id) ?? null) : null,
    });
  }
  return facts;
});

type RefusalCode = ErrorCode | null;
const unless = (isAllowed: boolean, code: ErrorCode): RefusalCode => (isAllowed ? null : code);

function authorizeSocietyRoom(viewer: LoadedViewer | null, kind: RoomKind, society: SocietyFacts | null): RefusalCode {
  if (!society || !can(viewer, 'society.see', society)) return 'not_found';
  if (kind === 'societyPublic') return null;
  const rule = kind === 'society' ? 'society.inside' : kind === 'societyModerators' ? 'society.moderate' : 'society.manage';
  return unless(can(viewer, rule, society), viewer ? 'forbidden' : 'unauthorized');
}

function authorizeDoor(viewer: LoadedViewer | null, event: EventFacts | null): RefusalCode {
  if (!event || !can(viewer, 'event.see', event)) return 'not_found';
  return unless(can(viewer, 'event.attendees', event), viewer ? 'forbidden' : 'unauthorized');
}

async function authorizeProfileRoom(viewer: LoadedViewer | null, person: PersonFacts | null): Promise<RefusalCode> {
  if (!person) return 'not_found';
  const ties = person.profileVisibility === 'friends' ? await loadTies(viewer, [toId(person.id)]) : noTies;
  const mutual = ties.followed.has(person.id) && ties.followers.has(person.id);
  return unless(can(viewer, 'profile.see', { ...person, mutual }), 'not_found');
}

/** Rule of each room of staff. */
const staffRooms = { support: 'ticket.handle', platform: 'report.list', staff: 'staff.see' } as const satisfies Partial<
  Record<RoomKind, Rule>
>;

/** Returns null if the viewer may be in the room, else the code of the refusal (live.md, 'Rooms'). */
export async function authorizeRoom(viewer: LoadedViewer | null, facts: RoomFacts | undefined): Promise<RefusalCode> {
  switch (facts?.kind) {
    case 'societies':
    case 'events':
      return null;
    case 'feed':
      return unless(viewer !== null, 'unauthorized');
    case 'user':
      return unless(viewer?.id === facts.id, viewer ? 'forbidden' : 'unauthorized');
    case 'society':
    case 'societyPublic':
    case 'societyModerators':
    case 'societyAdmins':
      return authorizeSocietyRoom(viewer, facts.kind, facts.society);
    case 'post':
      return unless(facts.post !== null && can(viewer, 'post.see', facts.post), 'not_found');
    case 'event':
      return unless(facts.event !== null && can(viewer, 'event.see', facts.event), 'not_found');
    case 'eventDoor':
      return authorizeDoor(viewer, facts.event);
    case 'profile':
      return authorizeProfileRoom(viewer, facts.person);
    case 'support':
    case 'platform':
    case 'staff':
      return unless(can(viewer, staffRooms[facts.kind]), viewer ? 'forbidden' : 'unauthorized');
    default:
      return 'validation_failed';
  }
}

/** Rooms that `mine` resolves to. */
export const ownRooms = (viewer: LoadedViewer | null): string[] => [...(viewer?.roles.keys() ?? [])].map((id) => roomOf('society', id));
