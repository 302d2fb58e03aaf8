import { roomOf } from '#models/contract/rooms';
import type { BellPart } from './bell.js';
import type { EventsPart } from './events.js';
import type { MembersPart } from './members.js';
import type { ModerationPart } from './moderation.js';
import type { ClientQuery } from './part.js';
import type { PeoplePart } from './people.js';
import type { PostsPart } from './posts.js';
import type { SocietiesPart } from './societies.js';

/** A page of the web app, as far as it is modelled. `cards` are the posts in view, `opened` those of them with their comments. */
export type ClientPage =
  | { kind: 'home'; cards: readonly string[]; opened: readonly string[] }
  | { kind: 'societies' }
  | { kind: 'society'; id: string; cards: readonly string[] }
  | { kind: 'members'; id: string }
  | { kind: 'event'; id: string }
  | { kind: 'profile'; id: string }
  | { kind: 'account' }
  | { kind: 'attendees'; event: string }
  | { kind: 'reports'; society: string }
  | { kind: 'admin-reports' };

export interface ClientParts {
  posts: PostsPart;
  societies: SocietiesPart;
  events: EventsPart;
  people: PeoplePart;
  members: MembersPart;
  moderation: ModerationPart;
  bell: BellPart;
}

/** A room that a page holds; `since`: the stream id from which it is joined, by default the current one. */
export interface HeldRoom {
  room: string;
  since?: string | null;
  /** Called with the stream id up to which the room had no gap when it is released. */
  onReleased?(streamId: string | null): void;
}

/** Queries, rooms and items of a page, which rights and missing things change. */
export interface PageState {
  queries: ClientQuery[];
  rooms: HeldRoom[];
  shown(): Record<string, unknown>;
}

const held = (...rooms: string[]): HeldRoom[] => rooms.map((room) => ({ room }));

/** Rooms of the cards that a list shows. */
const cardRooms = ({ posts }: ClientParts, cards: readonly string[]): HeldRoom[] =>
  cards.map((id) => ({
    room: roomOf('post', id),
    since: posts.currentUpTo(id),
    onReleased: (streamId) => posts.setCurrentUpTo(id, streamId),
  }));

function home(parts: ClientParts, { cards, opened }: Extract<ClientPage, { kind: 'home' }>): PageState {
  const { posts, bell } = parts;
  const inView = posts.shownAmong('feed', cards);
  const withComments = opened.filter((id) => inView.includes(id));
  return {
    queries: [posts.list('feed'), bell.newest, ...withComments.map((id) => posts.comments(id))],
    rooms: [...held(roomOf('feed'), roomOf('mine')), ...cardRooms(parts, inView)],
    shown: () => ({
      feed: posts.shown('feed', inView),
      comments: posts.shownComments(withComments),
      notifications: bell.shownNewest(),
    }),
  };
}

/** The frame of a society's pages; a missing one joins the room that says when one opens up. */
function societyFrame({ societies }: ClientParts, id: string, inside: (state: PageState) => PageState): PageState {
  const info = societies.info(id);
  const society = societies.opened(id);
  const shown = () => ({ society: societies.shownInfo(id) });
  if (!society) return { queries: [info], rooms: held(roomOf('societies')), shown };
  const { Role, Can } = society;
  const posts = Role !== null || Can.manageRequests ? [roomOf('society', id)] : Can.seePosts ? [roomOf('feed')] : [];
  return inside({ queries: [info], rooms: held(roomOf('societyPublic', id), ...posts), shown });
}

function society(parts: ClientParts, { id, cards }: Extract<ClientPage, { kind: 'society' }>): PageState {
  const { posts, events, societies } = parts;
  return societyFrame(parts, id, (frame) => {
    const { seePosts = false, seeEvents = false } = societies.opened(id)?.Can ?? {};
    if (!seePosts) return frame;
    const inView = posts.shownAmong(id, cards);
    return {
      queries: [...frame.queries, posts.list(id), ...(seeEvents ? [events.upcoming(id)] : [])],
      rooms: [...frame.rooms, ...cardRooms(parts, inView), ...(seeEvents ? held(roomOf('events')) : [])],
      shown: () => ({
        ...frame.shown(),
        posts: posts.shown(id, inView),
        ...(seeEvents ? { upcoming: events.shownUpcoming(id) } : {}),
      }),
    };
  });
}

function members(parts: ClientParts, id: string): PageState {
  return societyFrame(parts, id, (frame) => {
    if (!parts.societies.opened(id)?.Can.seeMembers) return frame;
    const shown = () => ({ ...frame.shown(), members: parts.members.shown(id) });
    return { ...frame, queries: [...frame.queries, parts.members.list(id)], shown };
  });
}

function reports(parts: ClientParts, id: string): PageState {
  return societyFrame(parts, id, (frame) => {
    if (!parts.societies.opened(id)?.Can.moderate) return frame;
    return {
      queries: [...frame.queries, parts.moderation.reports(id)],
      rooms: [...frame.rooms, ...held(roomOf('societyModerators', id))],
      shown: () => ({ ...frame.shown(), reports: parts.moderation.shownReports(id) }),
    };
  });
}

/** The page of an event; a missing one joins the room that says when a society opens up. */
function event({ events }: ClientParts, id: string): PageState {
  const waiting = events.isWaiting(id) ? [events.standing(id)] : [];
  const info = events.info(id);
  const shown = () => ({ event: events.shownInfo(id) });
  if (!events.opened(id)) return { queries: [info], rooms: held(roomOf('societies')), shown };
  return { queries: [info, ...waiting], rooms: held(roomOf('event', id)), shown };
}

/** The list at an event's door; to others than its organisers it shows nothing of the event. */
function attendees({ events, moderation }: ClientParts, id: string): PageState {
  const info = events.info(id);
  const organised = events.opened(id);
  if (!organised?.Can.edit) return { queries: [info], rooms: [], shown: () => ({ attendees: 'closed' }) };
  return {
    queries: [info, moderation.attendees(id)],
    rooms: held(roomOf('eventDoor', id), roomOf('event', id)),
    shown: () => ({ attendees: moderation.shownAttendees(id) }),
  };
}

/** State of a page, by the state of its parts. */
export function pageState(parts: ClientParts, page: ClientPage, me: string): PageState {
  const { societies, people, moderation } = parts;
  switch (page.kind) {
    case 'home':
      return home(parts, page);
    case 'societies':
      return { queries: [societies.list], rooms: held(roomOf('societies')), shown: () => ({ societies: societies.shownList() }) };
    case 'society':
      return society(parts, page);
    case 'members':
      return members(parts, page.id);
    case 'event':
      return event(parts, page.id);
    case 'profile':
      return {
        queries: [people.profile(page.id)],
        rooms: held(roomOf('profile', page.id)),
        shown: () => ({ profile: people.shownProfile(page.id) }),
      };
    case 'account':
      return {
        queries: [people.blocked, people.followed],
        rooms: held(roomOf('profile', me)),
        shown: () => ({ blocked: people.shownBlocked(), followed: people.shownFollowed() }),
      };
    case 'attendees':
      return attendees(parts, page.event);
    case 'reports':
      return reports(parts, page.society);
    case 'admin-reports':
      return {
        queries: [moderation.reports(null)],
        rooms: held(roomOf('platform')),
        shown: () => ({ reports: moderation.shownReports(null) }),
      };
  }
}
