import type { Answer } from '#models/contract/live';
import type { HeldRoom } from './pages.js';
import type { ClientContext } from './part.js';

interface RoomTransport {
  join(rooms: string[], since: string | null): Promise<Answer | null>;
  leave(rooms: string[]): void;
}

const retryAfterMs = 500;
/** Wait before a denied room is requested again; it doubles with each refusal, up to the maximum. */
const deniedRetryMs = 2000;
const deniedRetryMaxMs = 60_000;

/** Which of two stream ids is earlier; a missing one is ignored. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  const [[aMs = 0, aSerial = 0], [bMs = 0, bSerial = 0]] = [a, b].map((id) => id.split('-').map(Number)) as [number[], number[]];
  return aMs < bMs || (aMs === bMs && aSerial < bSerial) ? a : b;
}

/** Rooms that a client holds, joined with their gaps as `web/src/lib/rooms.ts` does. */
export class ClientRooms {
  readonly #context: ClientContext;
  /** Called with the rooms that could not be replayed or are not there; none: everything. */
  readonly #onResync: (rooms: readonly string[]) => void;
  #transport: RoomTransport | null = null;
  #held = new Map<string, HeldRoom>();
  readonly #gaps = new Map<string, string>();
  readonly #requested = new Set<string>();
  readonly #denied = new Set<string>();
  /** Number of refusals in a row of a held room. */
  readonly #refusals = new Map<string, number>();
  #pending = 0;
  #received: string | null;
  /** Whether a join was answered on this connection. */
  #isBack = false;
  /** Number of times that a right may have come back. A refusal requested before the last of them may be outdated. */
  #reopenings = 0;

  /** @param received stream id of the newest message before, which outlives a session */
  constructor(context: ClientContext, onResync: (rooms: readonly string[]) => void, received: string | null = null) {
    this.#context = context;
    this.#onResync = onResync;
    this.#received = received;
  }

  /** Notes the stream id that the client has reached; not while a join is unanswered. */
  noteStreamId(at: string): void {
    if (this.#pending === 0) this.#context.streamId = at;
  }

  /** Stream id of the newest message received: an answer from now on must not be older. */
  get received(): string | null {
    return this.#received;
  }

  /** Notes a received message; a replay may bring older ones. */
  noteReceived(id: string): void {
    if (this.#received === null || earlier(id, this.#received) !== id) this.#received = id;
  }

  /** True when no join is unanswered, and everything held is joined or denied. */
  get isSettled(): boolean {
    return this.#pending === 0 && this.#wanted().length === 0;
  }

  #wanted(): string[] {
    return [...this.#held.keys()].filter((room) => !this.#requested.has(room) && !this.#denied.has(room));
  }

  /** Holds exactly these rooms: joins new ones, and leaves those that are no longer among them. */
  hold(rooms: readonly HeldRoom[]): void {
    const next = new Map(rooms.map((each) => [each.room, each]));
    for (const [room, { onReleased }] of this.#held)
      if (!next.has(room)) {
        onReleased?.(earlier(this.#gaps.get(room) ?? null, this.#context.streamId));
        this.#denied.delete(room);
        this.#refusals.delete(room);
        this.#gaps.delete(room);
      }
    for (const [room, { since = null }] of next) if (!this.#held.has(room) && !this.#requested.has(room)) this.#noteGap(room, since);
    this.#held = next;
    this.#flush();
  }

  #noteGap(room: string, since: string | null): void {
    const first = earlier(this.#gaps.get(room) ?? null, since);
    if (first !== null) this.#gaps.set(room, first);
  }

  #flush(): void {
    if (!this.#transport) return;
    const left = [...this.#requested].filter((room) => !this.#held.has(room));
    for (const room of left) this.#requested.delete(room);
    if (left.length > 0) this.#transport.leave(left);
    const wanted = this.#wanted();
    if (wanted.length > 0) void this.#join(wanted, this.#transport);
  }

  async #join(rooms: string[], transport: RoomTransport): Promise<void> {
    const { streamId } = this.#context;
    const behind = this.#isBack
      ? rooms.filter((room) => this.#gaps.has(room) && earlier(this.#gaps.get(room) ?? null, streamId) !== streamId)
      : [];
    for (const room of rooms) {
      this.#requested.add(room);
      this.#noteGap(room, streamId);
    }
    const since = rooms.reduce<string | null>((first, room) => earlier(first, this.#gaps.get(room) ?? null), null);
    this.#pending += 1;
    const reopenings = this.#reopenings;
    const answer = await transport.join(rooms, since);
    if (transport !== this.#transport) return;
    this.#pending -= 1;
    if (!answer?.ok) return this.#retry(rooms);
    this.noteStreamId(answer.at);
    this.#onJoined(rooms, behind, answer, reopenings !== this.#reopenings);
  }

  /** @param mayBeOutdated whether a right may have come back since the request: refused rooms are requested again, with their gaps */
  #onJoined(
    rooms: readonly string[],
    behind: readonly string[],
    { at, refused = [], resync }: Extract<Answer, { ok: true }>,
    mayBeOutdated: boolean,
  ): void {
    this.#isBack = true;
    if (resync) this.noteReceived(at);
    const busy = refused.filter(({ code }) => code === 'too_many_requests' || code === 'unavailable').map(({ room }) => room);
    const others = refused.map(({ room }) => room).filter((room) => !busy.includes(room));
    const outdated = mayBeOutdated ? others : [];
    const isGone = ({ room, code }: { room: string; code: string }) => code === 'not_found' && !this.#refusals.has(room);
    const gone = refused.filter(isGone).map(({ room }) => room);
    for (const room of rooms) if (!busy.includes(room) && !outdated.includes(room)) this.#gaps.delete(room);
    for (const room of rooms) if (!others.includes(room)) this.#refusals.delete(room);
    if (busy.length > 0) this.#retry(busy);
    for (const room of outdated) this.#requested.delete(room);
    if (outdated.length > 0) this.#flush();
    else this.deny(others);
    if (gone.length > 0) this.#onResync(gone);
    if (!resync) return;
    const missed = behind.filter((room) => this.#held.has(room) && !this.#denied.has(room));
    if (missed.length > 0 || behind.length === 0) this.#onResync(missed);
  }

  #retry(rooms: readonly string[]): void {
    for (const room of rooms) this.#requested.delete(room);
    setTimeout(() => this.#flush(), retryAfterMs);
  }

  /** Marks rooms that were refused or taken away; they are requested again now and then, as in the browser. */
  deny(rooms: readonly string[]): void {
    for (const room of rooms) {
      this.#requested.delete(room);
      if (!this.#held.has(room)) continue;
      this.#denied.add(room);
      this.#noteGap(room, this.#context.streamId);
      const times = this.#refusals.get(room) ?? 0;
      this.#refusals.set(room, times + 1);
      const retry = () => {
        if (this.#denied.delete(room)) this.#flush();
      };
      setTimeout(retry, Math.min(deniedRetryMs * 2 ** times, deniedRetryMaxMs)).unref();
    }
  }

  /** Requests denied rooms again, since a right may have come back. */
  retryDenied(): void {
    this.#reopenings += 1;
    this.#denied.clear();
    this.#refusals.clear();
    this.#flush();
  }

  /** Starts a connection: requests every held room from where the last one ended. */
  connect(transport: RoomTransport): void {
    this.#transport = transport;
    this.#isBack = false;
    this.#pending = 0;
    this.#requested.clear();
    this.#denied.clear();
    this.#refusals.clear();
    this.#flush();
  }

  disconnect(): void {
    this.#transport = null;
    this.#pending = 0;
    this.#requested.clear();
  }
}
