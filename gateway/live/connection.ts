import type { ControlName, Controls } from '#models/contract/live';
import { Semaphore } from '#models/semaphore';

/** Why a connection is in a room. It stays while either flag is true. */
export interface RoomHold {
  explicit: boolean;
  viaMine: boolean;
  /** Society of the room, if any. */
  society: string | null;
}

/** Sends messages, through Socket.IO or plain WebSockets. Takes many connections at once, so that a message is serialized once. */
export interface Transport {
  send(to: readonly Connection[], message: string, payload: unknown, id?: string): void;
}

/** The socket behind a connection; everything else is the same for both kinds of sockets. */
export interface Wire {
  id: string;
  transport: Transport;
  /** Whether a person reads the messages. False for scripts and notice boards. */
  isScreen: boolean;
  /** Bytes that are written and not yet sent. */
  buffered(): number;
  /** Terminates the socket. The client reconnects by itself. */
  terminate(): void;
  /** Closes the socket after pending messages were sent. The client does not reconnect by itself. */
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
  /** Staff who moderate see content in spite of blocks. */
  ignoresBlocks = false;
  /** Platform admins get messages that except the person whom they are about. */
  ignoresExceptions = false;
  /** Joins in progress. While there are any, the client's stream position must not move. */
  pendingJoins = 0;
  /** Whether its page is in the foreground. Always false for scripts and notice boards. */
  isVisible: boolean;
  /** Notifications sent while the page was in the background, with their versions. They count as seen once it comes to the foreground. */
  readonly unseen = new Map<string, number>();
  /** Incremented by each message that may change this connection's rights. */
  authEpoch = 0;
  isClosed = false;
  /** Joins and leaves run one after the other. */
  readonly #mutex = new Semaphore(1);

  constructor(wire: Wire, identity: Identity, address: string, isVisible = wire.isScreen) {
    this.wire = wire;
    this.isVisible = isVisible;
    this.user = identity.user;
    this.session = identity.session;
    this.address = address;
  }

  /** Sends a control message to this connection only. */
  send<N extends ControlName>(name: N, payload: Controls[N]): void {
    if (!this.isClosed) this.wire.transport.send([this], name, payload);
  }

  /** Runs the work after the requests before it. */
  runInOrder<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(work);
  }
}
