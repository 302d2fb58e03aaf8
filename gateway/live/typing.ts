import { append, live } from '#models/bus/push';
import { type Answer, asks, typingEveryMs } from '#models/contract/live';
import { typing } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { can } from '#models/policies/index';
import { refusal } from './answers.js';
import type { Connection } from './connection.js';
import type { Identities } from './identity.js';
import { loadRoomFacts } from './rooms.js';
import type { Sender } from './sending.js';

/** Tells the others at a post that somebody writes a comment, at most every two seconds a connection. It is not kept. */
export class Typing {
  readonly #identities: Identities;
  readonly #sender: Sender;
  readonly #saidAt = new WeakMap<Connection, number>();

  constructor(identities: Identities, sender: Sender) {
    this.#identities = identities;
    this.#sender = sender;
  }

  async say(connection: Connection, input: unknown): Promise<Answer> {
    const parsed = asks.typing.input.safeParse(input);
    if (!parsed.success) return refusal('validation_failed');
    const done: Answer = { ok: true, at: this.#sender.gone() };
    if (Date.now() - (this.#saidAt.get(connection) ?? 0) < typingEveryMs) return done;
    this.#saidAt.set(connection, Date.now());
    const room = roomOf('post', parsed.data.post_id);
    const viewer = await this.#identities.now(connection);
    if (viewer === null || viewer === 'ended') return refusal('unauthorized');
    const post = (await loadRoomFacts([room])).get(room)?.post;
    if (!post || !can(viewer, 'post.comment', post)) return refusal('not_found');
    const payload = { post_id: parsed.data.post_id, user_id: viewer.id, User_Name: viewer.name };
    // While Redis is away nobody hears it, and nothing is lost by that.
    await append([live(typing, [room], payload, viewer.id)]).catch(() => {});
    return done;
  }
}
