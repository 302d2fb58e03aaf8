import type { ControlName, Controls } from '#models/contract/live';

/** Why a connection is in a room; while either is true it stays. */
export interface RoomHold {
  byName: boolean;
  byMine: boolean;
  /** The society that the room belongs to, if any. */
  society: string | null;
}

/** How messages leave: one of Socket.IO, one of plain WebSockets. Told of many connections at once, so that a message is written once. */
export interface Transport {
  send(to: readonly Connection[], message: string, payload: unknown, id?: string): void;
}

/** What a connection is made of; the rest is the same for both kinds of sockets. */
export interface Wire {
  id: string;
  transport: Transport;
  /** Whether a person reads there what comes; a script or a board on a wall only takes it. */
  isScreen: boolean;
  /** Bytes written and not yet gone. */
  buffered(): number;
  /** Breaks it off: the client comes back by itself. */
  terminate(): void;
  /** Ends it after what was said has gone out: the client does not come back by itself. */
  disconnect(): void;
}

export interface Identity {
  /** Null for a visitor. */
  user: string | null;
  session: string | null;
}

export class Connection {
  readonly wire: Wire;
  readonly user: string | null;
  readonly session: string | null;
  readonly address: string;
  readonly rooms = new Map<string, RoomHold>();
  hasMine = false;
  /** Sees also what people wrote with whom there is a block. */
  ignoresBlocks = false;
  /** Joins that are not answered yet: until then the client's place must not move. */
  pendingJoins = 0;
  /** Whether its page is in the foreground. A script or a board on a wall never shows anything to its owner. */
  isVisible: boolean;
  /** Notifications sent while it was in the background, each with its version: seen once it comes to the foreground. */
  readonly unseen = new Map<string, number>();
  /** How often something that bears on its rights was read. */
  authEpoch = 0;
  isClosed = false;
  /** Joins and leaves happen one after the other. */
  lastTask: Promise<unknown> = Promise.resolve();

  constructor(wire: Wire, identity: Identity, address: string, isVisible = wire.isScreen) {
    this.wire = wire;
    this.isVisible = isVisible;
    this.user = identity.user;
    this.session = identity.session;
    this.address = address;
  }

  /** Says something to this connection only. */
  send<N extends ControlName>(name: N, payload: Controls[N]): void {
    if (!this.isClosed) this.wire.transport.send([this], name, payload);
  }

  /** Does the work after what was asked before it. */
  runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lastTask.then(work);
    this.lastTask = done.catch(() => {});
    return done;
  }
}
