import { activityNew, cardsTrending } from '#models/contract/analytics';
import { eventStats } from '#models/contract/attendance';
import type { PayloadOf } from '#models/contract/define';
import { parseRoom } from '#models/contract/rooms';
import { societyCreated } from '#models/contract/societies';
import { societyRemoved } from '#models/contract/society-removal';
import { societyVisibility } from '#models/contract/society-settings';
import { toId } from '#models/db/model';
import { loadSocieties, societyFacts } from '#models/db/societies';
import type { SocietyFacts } from '#models/policies/facts';
import { can } from '#models/policies/index';
import type { Hub } from './hub.js';
import type { RoomAuthorizer } from './room-authorizer.js';
import type { StreamEntry } from './stream.js';

type OpenKind = 'feed' | 'societies' | 'events' | 'societyPublic';
const openKinds: readonly string[] = ['feed', 'societies', 'events', 'societyPublic'] satisfies OpenKind[];

/** The societies that a message tells of: its rooms say it, or its payload. */
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

/** A line of activity about an event goes where events go. */
const isOfEvent = ({ message, payload }: StreamEntry): boolean =>
  message === activityNew.name && (payload as PayloadOf<typeof activityNew>).item.type === 'event';

const isListed: Record<OpenKind, (society: SocietyFacts) => boolean> = {
  feed: (society) => can(null, 'society.posts', society),
  events: (society) => can(null, 'society.events', society),
  societies: (society) => can(null, 'society.see', society),
  societyPublic: (society) => !society.removed,
};

/** These say that something has been closed, so they reach those who could see it. */
const closingMessages = new Set<string>([societyVisibility.name, societyRemoved.name]);

/** Asks, before a message goes to a room that is open to many, whether its society is still open. */
export class OpenRoomFilter {
  readonly #hub: Hub;
  readonly #authorizer: RoomAuthorizer;
  /** The visibility under which everybody in a society's public room was judged last; forgotten when the last one has left. */
  readonly #authorizedVisibility = new WeakMap<object, string>();

  constructor(hub: Hub, authorizer: RoomAuthorizer) {
    this.#hub = hub;
    this.#authorizer = authorizer;
  }

  /** Those of the rooms to which the message may go now. */
  async allowedRooms(entry: StreamEntry, rooms: readonly string[]): Promise<string[]> {
    const kinds = new Map(rooms.map((room) => [room, parseRoom(room)?.kind ?? '']));
    if (closingMessages.has(entry.message) || ![...kinds.values()].some((kind) => openKinds.includes(kind))) return [...rooms];
    const ids = societiesOf(entry);
    const societies = [...(await loadSocieties(ids.map(toId))).values()].map(societyFacts);
    // A card that has become empty tells of no society.
    const isWhole = (ids.length > 0 || entry.message === cardsTrending.name) && societies.length === ids.length;
    const open: string[] = [];
    for (const [room, kind] of kinds) {
      const isOpen = isListed[kind === 'feed' && isOfEvent(entry) ? 'events' : (kind as OpenKind)];
      if (!isOpen || (isWhole && societies.every(isOpen))) open.push(room);
      if (kind === 'societyPublic') await this.#reauthorizeOnChange(room, societies[0]);
    }
    return open;
  }

  /** Whoever is in the public room was judged as the society was then; when it has changed, everybody is judged again. */
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
