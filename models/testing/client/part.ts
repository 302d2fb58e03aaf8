import type { Call, CountsOf, DataOf, InputOf, Message, PayloadOf } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import type { RoomKind } from '#models/contract/rooms';
import type { ApiResult } from '../api-client.js';

/** Fetches as one person; null where refused (403, 404). Rejects on any other failure. */
export interface Fetcher {
  one<C extends Call>(call: C, input: InputOf<C>): Promise<ApiResult<C> | null>;
  /** All pages of a list. */
  list<C extends Call>(call: C, input: InputOf<C>): Promise<{ items: DataOf<C>; counts: CountsOf<C> } | null>;
}

/** A query of a page. */
export interface ClientQuery {
  /** Path of the key; invalidating a path invalidates all below it. */
  key: string;
  /** Set if the answer depends on what the viewer may see. A function: whether it may depend on this society. */
  access?: true | ((society: string) => boolean);
  /** Fetches, and returns a function that applies the answer. */
  load(fetch: Fetcher): Promise<() => void>;
}

/** Chooses queries to refetch; `isLoading`: a request is under way. */
export type IsMeant = (query: ClientQuery, isLoading: boolean) => boolean;

/** Rooms that a socket was evicted from. */
export interface LeftRooms {
  rooms: readonly { kind: RoomKind; id: string }[];
  code: ErrorCode;
}

export type MessageHandlers = ReadonlyMap<string, (payload: never) => unknown>;

/** Declares the handlers of a part. */
export const handlers = (...all: [string, (payload: never) => unknown][]): MessageHandlers => new Map(all);
export const on = <M extends Message>(message: M, handler: (payload: PayloadOf<M>) => unknown): [string, (payload: never) => unknown] => [
  message.name,
  handler,
];

/** State of one feature on a screen, with what the live messages do to it. */
export interface Part {
  readonly handlers: MessageHandlers;
  onRoomsLeft?(left: LeftRooms): void;
}

/** Viewer, clock and stream id, shared by the parts of one screen. */
export class ClientContext {
  readonly me: string;
  readonly isPlatformAdmin: boolean;
  /** Stream id that the client has reached. */
  streamId: string | null = null;
  #clock = 0;
  readonly #onInvalidated: (isMeant: IsMeant) => void;

  constructor(me: string, isPlatformAdmin: boolean, onInvalidated: (isMeant: IsMeant) => void) {
    this.me = me;
    this.isPlatformAdmin = isPlatformAdmin;
    this.#onInvalidated = onInvalidated;
  }

  /** Logical clock: read it before a request and compare it with the time of later changes. */
  now(): number {
    return this.#clock;
  }

  /** Advances the clock for a change. */
  readonly tick = (): number => {
    this.#clock += 1;
    return this.#clock;
  };

  /** Refetches the queries of the screen with this key or below it. */
  invalidate(key: string): void {
    this.#onInvalidated((query) => query.key === key || query.key.startsWith(`${key}/`));
  }

  /** Refetches the queries whose answers depend on what the viewer may see; or may see of one society. */
  invalidateAccess(society?: string): void {
    this.#onInvalidated(({ access }, isLoading) =>
      typeof access === 'function' && society !== undefined && !isLoading ? access(society) : access !== undefined,
    );
  }
}

/** Entries in a fixed order, so that equal screens are deeply equal. */
export const sorted = <T>(entries: Iterable<[string, T]>): [string, T][] => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
