import { activityNew } from '#models/contract/activity';
import { eventStats } from '#models/contract/attendance';
import type { PayloadOf } from '#models/contract/define';
import { parseRoom } from '#models/contract/rooms';
import { societyCreated, societyRemoved, societyVisibility } from '#models/contract/societies';
import { cardsTrending } from '#models/contract/trending';
import { toId } from '#models/db/model';
import { loadSocieties, societyFacts } from '#models/db/societies';
import type { SocietyFacts } from '#models/policies/facts';
import { can } from '#models/policies/index';
import type { Hub } from './hub.js';
import type { RoomAuthorizer } from './room-authorizer.js';
import type { StreamEntry } from './stream.js';

type OpenKind = 'feed' | 'societies' | 'events' | 'societyPublic';
const openKinds: readonly string[] = ['feed', 'societies', 'events', 'societyPublic'] satisfies OpenKind[];

/** Societies that a message is about, from its rooms or its payload. */
function societiesOf(entry: StreamEntry): string[] {
  const found = new Set<string>();
  for (const room of entry.rooms) {
    const parsed = parseRoom(room);
    if (parsed?.kind === 'society' || parsed?.kind === 'societyPublic') found.add(parsed.id);
  }
  if (entry.message === societyCreated.name) found.add((entry.payload as PayloadOf<typeof societyCreated>).ID);
  if (entry.message === eventStats.name) found.add((entry.payload as PayloadOf<typeof eventStats>).society_id);
  if (entry.message === cardsTrending.name)
    for (const post of (entry.payload as PayloadOf<typeof cardsTrending>).items) found.add(post.Society_ID);
  return [...found];
}

/** Whether an activity item is about an event: then the visibility of events decides. */
const isOfEvent = ({ message, payload }: StreamEntry): boolean =>
  message === activityNew.name && (payload as PayloadOf<typeof activityNew>).item.type === 'event';

const isListed: Record<OpenKind, (society: SocietyFacts) => boolean> = {
  feed: (society) => can(null, 'society.posts', society),
  events: (society) => can(null, 'society.events', society),
  societies: (society) => can(null, 'society.see', society),
  societyPublic: (society) => !society.removed,
};

/** Messages that announce a closed society. They still go to the people who could see it. */
const closingMessages = new Set<string>([societyVisibility.name, societyRemoved.name]);

/** Checks before each broadcast to a room that is open to many whether the society is still open. */
export class OpenRoomFilter {
  readonly #hub: Hub;
  readonly #authorizer: RoomAuthorizer;
  /** Visibility for which a society's public room was authorized last; dropped with the room's last member. */
  readonly #authorizedVisibility = new WeakMap<object, string>();

  constructor(hub: Hub, authorizer: RoomAuthorizer) {
    this.#hub = hub;
    this.#authorizer = authorizer;
  }

  /** The rooms to which the message may be broadcast now. */
  async allowedRooms(entry: StreamEntry, rooms: readonly string[]): Promise<string[]> {
    const kinds = new Map(rooms.map((room) => [room, parseRoom(room)?.kind ?? '']));
    if (closingMessages.has(entry.message) || ![...kinds.values()].some((kind) => openKinds.includes(kind))) return [...rooms];
    const ids = societiesOf(entry);
    const societies = [...(await loadSocieties(ids.map(toId))).values()].map(societyFacts);
    // An empty trending card names no society.
    const isWhole = (ids.length > 0 || entry.message === cardsTrending.name) && societies.length === ids.length;
    const open: string[] = [];
    for (const [room, kind] of kinds) {
      const isOpen = isListed[kind === 'feed' && isOfEvent(entry) ? 'events' : (kind as OpenKind)];
      if (!isOpen || (isWhole && societies.every(isOpen))) open.push(room);
      if (kind === 'societyPublic') await this.#reauthorizeOnChange(room, societies[0]);
    }
    return open;
  }

  /** Re-authorizes the public room after the society's visibility changed. */
  async #reauthorizeOnChange(room: string, society: SocietyFacts | undefined): Promise<void> {
    const now = society && !society.removed ? society.visibility : 'gone';
    const key = this.#hub.roomKey(room);
    if (!key) return;
    const before = this.#authorizedVisibility.get(key);
    this.#authorizedVisibility.set(key, now);
    const mayHaveLost = now === 'gone' || now === 'invite-only';
    if (mayHaveLost && before !== now) await this.#authorizer.reauthorize(this.#hub.inRoom(room), (joined) => joined === room);
  }
}
