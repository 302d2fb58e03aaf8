import { appendMessages, liveMessage, namingOf } from '#models/bus/live-stream';
import { type Answer, clientEvents, typingEveryMs } from '#models/contract/live';
import { typing } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { toId } from '#models/db/model';
import { loadSocieties } from '#models/db/societies';
import { can } from '#models/policies/index';
import { refusal } from './answers.js';
import type { Broadcaster } from './broadcaster.js';
import type { Connection } from './connection.js';
import type { Identities } from './identity.js';
import { loadRoomFacts } from './rooms.js';

/** Publishes that somebody writes a comment at a post, at most every two seconds a connection. It is not replayed. */
export class Typing {
  readonly #identities: Identities;
  readonly #broadcaster: Broadcaster;
  readonly #publishedAt = new WeakMap<Connection, number>();

  constructor(identities: Identities, broadcaster: Broadcaster) {
    this.#identities = identities;
    this.#broadcaster = broadcaster;
  }

  async publish(connection: Connection, input: unknown): Promise<Answer> {
    const parsed = clientEvents.typing.input.safeParse(input);
    if (!parsed.success) return refusal('validation_failed');
    const done: Answer = { ok: true, at: this.#broadcaster.sentPosition() };
    if (Date.now() - (this.#publishedAt.get(connection) ?? 0) < typingEveryMs) return done;
    this.#publishedAt.set(connection, Date.now());
    const room = roomOf('post', parsed.data.post_id);
    const viewer = await this.#identities.currentViewer(connection);
    if (viewer === null || viewer === 'ended') return refusal('unauthorized');
    const post = (await loadRoomFacts([room])).get(room)?.post;
    if (!post || !can(viewer, 'post.comment', post)) return refusal('not_found');
    const payload = { post_id: parsed.data.post_id, user_id: viewer.id, User_Name: viewer.name };
    // Ephemeral: losing it while Redis is unavailable does no harm.
    const [society] = (await loadSocieties([toId(post.society.id)])).values();
    const message = { ...liveMessage(typing, [room], payload, viewer.id), ...(society && namingOf(society, viewer._id)) };
    await appendMessages([message]).catch(() => {});
    return done;
  }
}
