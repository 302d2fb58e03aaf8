import type { LiveMessage } from '#models/bus/live-stream';
import { activityBatch, activityNew } from '#models/contract/activity';
import { eventStats } from '#models/contract/attendance';
import { sessionEnded } from '#models/contract/auth';
import { commentCreated } from '#models/contract/comments';
import type { Message, PayloadOf } from '#models/contract/define';
import { eventCreated } from '#models/contract/event-changes';
import { questionAsked } from '#models/contract/event-questions';
import { membershipChanged } from '#models/contract/members';
import { profileCounts } from '#models/contract/people';
import { postPoll } from '#models/contract/polls';
import { postCreated, postLikes, typing } from '#models/contract/posts';
import { parseRoom, type RoomKind } from '#models/contract/rooms';
import { societyCounts, societyCreated } from '#models/contract/societies';
import { cardsTrending } from '#models/contract/trending';
import { ownChanged } from '#models/contract/users';

/** Effect of a live message on rendered pages. */
interface PageChange {
  /** Ids, and rooms of lists: the pages that depend on one of them are out of date. */
  subjects: readonly string[];
  /** Whether a page from before may still be sent until it is rendered again: nothing on it was hidden, removed or corrected. */
  mayBeStale: boolean;
}

const ids = /[0-9a-f]{24}/g;
const none: PageChange = { subjects: [], mayBeStale: true };

/** All ids in a text. */
export const idsIn = (text: string): string[] => text.match(ids) ?? [];

const namesOf = (...messages: readonly Message[]): ReadonlySet<string> => new Set(messages.map(({ name }) => name));

/** Messages of which no page of a visitor shows anything. */
const unseen = namesOf(typing, activityNew, activityBatch, cardsTrending);
/** Messages by which something was added or counted. A message that is not listed may have hidden something. */
const additions = namesOf(
  eventStats,
  societyCounts,
  postLikes,
  postPoll,
  profileCounts,
  commentCreated,
  questionAsked,
  postCreated,
  eventCreated,
  societyCreated,
);
/** Rooms of single people, and of those who run a society or the platform. */
const closedKinds: ReadonlySet<RoomKind> = new Set([
  'user',
  'societyModerators',
  'societyAdmins',
  'eventDoor',
  'platform',
  'support',
  'staff',
]);

/** Whether a message to a person alone says that others see less of them: a deleted or suspended account, a block, privacy. */
function hidesPerson({ message, payload }: LiveMessage): boolean {
  if (message === sessionEnded.name) return (payload as PayloadOf<typeof sessionEnded>).session_ids === 'all';
  if (message !== ownChanged.name) return false;
  const { kind } = payload as PayloadOf<typeof ownChanged>;
  return kind === 'block' || kind === 'privacy';
}

const isAddition = ({ message, payload }: LiveMessage): boolean =>
  additions.has(message) || (message === membershipChanged.name && (payload as PayloadOf<typeof membershipChanged>).Role !== null);

/** Change that a message makes on the pages of visitors. */
export function changeOf(message: LiveMessage): PageChange {
  const { rooms, payload } = message;
  const isClosed = rooms.every((room) => closedKinds.has(parseRoom(room)?.kind ?? 'user'));
  if (unseen.has(message.message) || (isClosed && !hidesPerson(message))) return none;
  const lists = rooms.filter((room) => !room.includes(':'));
  const subjects = new Set([...lists, ...idsIn(rooms.join()), ...idsIn(JSON.stringify(payload) ?? '')]);
  return { subjects: [...subjects], mayBeStale: isAddition(message) };
}
