import { activityNew } from '#models/contract/activity';
import { commentCreated } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import { eventCreated, eventUpdated } from '#models/contract/event-changes';
import { questionAsked } from '#models/contract/event-questions';
import { maskActivity, maskComment, maskEvent, maskPost, maskQuestion, maskSociety } from '#models/contract/masked';
import { namesChanged } from '#models/contract/names-changed';
import { postCreated, postUpdated } from '#models/contract/posts';
import { sensitiveCategories, societyCreated, societyUpdated } from '#models/contract/societies';
import { cardsTrending } from '#models/contract/trending';
import { namedKey, namedLoader } from '#models/db/consents';
import { roleKey, roleLoader } from '#models/db/memberships';
import { viewerInSocieties } from '#models/db/naming.loaders';
import { can } from '#models/policies/index';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { StreamEntry } from './stream.js';

type Shown = Pick<StreamEntry, 'message' | 'payload'>;
type Named = NonNullable<StreamEntry['naming']>;
type Trending = PayloadOf<typeof cardsTrending>;

/** Payloads without the person whom they name; a message that is not listed is not sent to people who may not learn it. */
const masks = new Map<string, (payload: never) => unknown>([
  [postCreated.name, maskPost],
  [postUpdated.name, maskPost],
  [commentCreated.name, (payload: PayloadOf<typeof commentCreated>) => ({ ...payload, comment: maskComment(payload.comment) })],
  [eventCreated.name, maskEvent],
  [eventUpdated.name, maskEvent],
  [questionAsked.name, ({ question }: PayloadOf<typeof questionAsked>) => ({ question: maskQuestion(question) })],
  [societyCreated.name, maskSociety],
  [societyUpdated.name, maskSociety],
  [activityNew.name, ({ item }: PayloadOf<typeof activityNew>) => ({ item: maskActivity(item) })],
]);

/** People whom a message names as some of a sensitive society's. */
function namedIn({ message, payload, naming }: StreamEntry): Named[] {
  if (message !== cardsTrending.name) return naming ? [naming] : [];
  const sensitive = (payload as Trending).items.filter((item) => sensitiveCategories.includes(item.Society_Category));
  return sensitive.map((item) => ({ society: item.Society_ID, user: item.User }));
}

const societyOf = ({ message, payload }: Shown): string | null =>
  message === namesChanged.name ? (payload as PayloadOf<typeof namesChanged>).society_id : null;

/** Connections that get a change of names beside those in its rooms: in the rooms of the society's posts and events. */
export function connectionsNaming(entry: StreamEntry, hub: Hub): Connection[] {
  const society = societyOf(entry);
  return society === null ? [] : hub.inSociety(society);
}

/** Whether a change of names concerns a connection by any of its rooms. */
export function isNaming(entry: StreamEntry, connection: Connection): boolean {
  const society = societyOf(entry);
  return society !== null && [...connection.rooms.values()].some((hold) => hold.society === society);
}

/** What a connection gets of a message; null for nothing. */
export type Masking = (connection: Connection, entry: StreamEntry, shown?: Shown) => Shown | null;
/** Masking of messages that everybody gets as they are. */
export const unmasked: Masking = (_connection, entry, shown = entry) => shown;

/**
 * Loads which people these connections may not be shown by name in these messages, as of now: in a sensitive society, people
 * outside see only who agreed to it.
 */
export async function loadMasking(entries: readonly StreamEntry[], connections: readonly Connection[]): Promise<Masking> {
  const named = entries.flatMap(namedIn);
  if (named.length === 0) return unmasked;
  const consented = await namedLoader.freshMany(named.map(({ society, user }) => namedKey(society, user)));
  const silent = named.filter(({ society, user }) => !consented.has(namedKey(society, user)));
  if (silent.length === 0) return unmasked;
  const users = new Set(connections.flatMap(({ user, ignoresBlocks }) => (user === null || ignoresBlocks ? [] : [user])));
  const societies = new Set(silent.map(({ society }) => society));
  const roles = await roleLoader.freshMany([...societies].flatMap((society) => [...users].map((user) => roleKey(society, user))));
  const isMasked = ({ user: id, ignoresBlocks }: Connection, { society, user }: Named): boolean => {
    const role = id === null ? undefined : roles.get(roleKey(society, id));
    const viewer = viewerInSocieties(id, new Map(role ? [[society, role]] : []), ignoresBlocks);
    return !can(viewer, 'person.name', { society, user, sensitive: true, consented: consented.has(namedKey(society, user)) });
  };
  // One masked message for all who get the same, so that it is serialized once.
  const made = new WeakMap<Shown, Map<string, Shown | null>>();
  return (connection, entry, shown = entry) => {
    // A block left counts of it, which name nobody.
    if (shown.message !== entry.message) return shown;
    const hidden = namedIn(entry).filter((each) => isMasked(connection, each));
    if (hidden.length === 0) return shown;
    const [variants, key] = [made.get(shown) ?? new Map<string, Shown | null>(), hidden.map(({ user }) => user).join()];
    made.set(shown, variants);
    const masked = variants.has(key) ? (variants.get(key) ?? null) : mask(shown, hidden);
    variants.set(key, masked);
    return masked;
  };
}

/** The message without these people; null where nothing of it may be sent. */
function mask({ message, payload }: Shown, hidden: readonly Named[]): Shown | null {
  if (message === cardsTrending.name) {
    const { items, computedAt } = payload as Trending;
    const keys = new Set(hidden.map(({ society, user }) => namedKey(society, user)));
    return {
      message,
      payload: { items: items.map((item) => (keys.has(namedKey(item.Society_ID, item.User)) ? maskPost(item) : item)), computedAt },
    };
  }
  const masked = masks.get(message);
  return masked ? { message, payload: masked(payload as never) } : null;
}
