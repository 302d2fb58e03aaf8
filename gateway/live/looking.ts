import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { type Answer, clientEvents } from '#models/contract/live';
import { joinRequestLooking } from '#models/contract/request-desk';
import { roomOf } from '#models/contract/rooms';
import { JoinRequests } from '#models/db/join-requests';
import { toId } from '#models/db/model';
import { can } from '#models/policies/index';
import { refusal } from './answers.js';
import type { Broadcaster } from './broadcaster.js';
import type { Connection } from './connection.js';
import type { Identities } from './identity.js';
import { loadRoomFacts } from './rooms.js';

/** Shortest interval between two messages of one connection about the same request, and about another one. */
const [sameEveryMs, nextEveryMs] = [2000, 150];

interface Published {
  request: string;
  looking: boolean;
  at: number;
}

/** Publishes to a society's admins that one of them looks at a join request. It is neither stored nor replayed. */
export class Looking {
  readonly #identities: Identities;
  readonly #broadcaster: Broadcaster;
  readonly #published = new WeakMap<Connection, Published>();

  constructor(identities: Identities, broadcaster: Broadcaster) {
    this.#identities = identities;
    this.#broadcaster = broadcaster;
  }

  /** Whether this connection has just said it; the end of looking is always said. */
  #isTooSoon(connection: Connection, request: string, looking: boolean): boolean {
    const last = this.#published.get(connection);
    const isRepeat = last?.request === request && last.looking === looking;
    if (last && Date.now() - last.at < (isRepeat ? sameEveryMs : looking ? nextEveryMs : 0)) return true;
    this.#published.set(connection, { request, looking, at: Date.now() });
    return false;
  }

  async publish(connection: Connection, input: unknown): Promise<Answer> {
    const parsed = clientEvents.looking.input.safeParse(input);
    if (!parsed.success) return refusal('validation_failed');
    const { request_id, looking } = parsed.data;
    const done: Answer = { ok: true, at: this.#broadcaster.sentPosition() };
    if (this.#isTooSoon(connection, request_id, looking)) return done;
    const viewer = await this.#identities.currentViewer(connection);
    if (viewer === null || viewer === 'ended') return refusal('unauthorized');
    const request = await JoinRequests.findById(toId(request_id), { society: 1 }).lean();
    const room = request && roomOf('societyAdmins', String(request.society));
    const society = room && (await loadRoomFacts([room])).get(room)?.society;
    if (!request || !room || !society || !can(viewer, 'joinRequest.decide', society)) return refusal('not_found');
    const payload = { society_id: society.id, request_id, user_id: viewer.id, User_Name: viewer.name, looking };
    // Ephemeral: losing it while Redis is unavailable does no harm.
    await appendMessages([liveMessage(joinRequestLooking, [room], payload, viewer.id)]).catch(() => {});
    return done;
  }
}
