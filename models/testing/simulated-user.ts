import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { sessionEnded } from '#models/contract/auth';
import type { Call, CountsOf, DataOf, InputOf, PayloadOf } from '#models/contract/define';
import { invitationNew } from '#models/contract/invitations';
import { type Answer, type Controls, clientEvents, controls, positionHeader, socketPath } from '#models/contract/live';
import { membershipChanged } from '#models/contract/members';
import { parseRoom } from '#models/contract/rooms';
import { societyVisibility } from '#models/contract/societies';
import { getUserInfo, ownChanged } from '#models/contract/users';
import { type ApiResult, callAllPages, callApi } from './api-client.js';
import type { Fetcher } from './client/part.js';
import { QueryRunner } from './client/query-runner.js';
import { ClientRooms } from './client/rooms.js';
import { ClientModel, type ClientPage } from './client-model.js';

export interface SimulatedUserOptions {
  /** Addresses of the gateways. Each connection goes to one of them, each call to any. */
  urls: readonly string[];
  /** User id, with a token of the same person. */
  user: string;
  token: string;
  pages: readonly ClientPage[];
  isPlatformAdmin?: boolean;
}

const answerWithinMs = 10_000;
const againAfterMs = 500;
const openWithinMs = 60_000;
/** Random delay of a refetch of everything, as in the browser. */
const spreadMs = 1000;
/** The first stream id is that of the first fetch, with some slack, as in the browser. */
const slackMs = 1000;

/** A person with open pages: a socket that reconnects, and a client model that is current by messages and refetches. */
export class SimulatedUser {
  readonly options: Readonly<SimulatedUserOptions>;
  /** Number of resync messages received. */
  resyncs = 0;
  /** Why the session ended; '' while it lasts. */
  ended = '';
  #token: string;
  #screen!: ClientModel;
  #rooms!: ClientRooms;
  #runner!: QueryRunner;
  #socket: Socket | null = null;
  #isSyncing = false;
  #resyncing = 0;
  #calls = 0;
  /** False while the user is away. */
  #isOpen = false;

  constructor(options: SimulatedUserOptions) {
    this.options = options;
    this.#token = options.token;
    this.#calls = Math.floor(Math.random() * options.urls.length);
    this.#reset();
  }

  /** Starts with empty pages, as after a sign-in. */
  #reset(): void {
    const { user: id, isPlatformAdmin = false, pages } = this.options;
    const screen = new ClientModel({ id, isPlatformAdmin }, pages, (isMeant) => runner.invalidate(isMeant));
    const runner = new QueryRunner(
      () => screen.queries(),
      this.#fetcher(),
      () => this.#sync(),
    );
    this.#runner?.stop();
    this.#screen = screen;
    this.#runner = runner;
    this.#rooms = new ClientRooms(screen.context, (rooms) => this.#resync(rooms), this.#rooms?.received);
  }

  get screen(): ClientModel {
    return this.#screen;
  }

  /** The next gateway in turn. */
  #url(): string {
    const { urls } = this.options;
    this.#calls += 1;
    return urls[this.#calls % urls.length] as string;
  }

  #connect(): Socket {
    const socket = io(this.#url(), {
      path: socketPath,
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelayMax: 2000,
      auth: (send) => send({ token: this.#token, since: this.screen.context.streamId }),
    });
    const again = () => setTimeout(() => this.#socket === socket && socket.connect(), againAfterMs);
    socket.on('connect', () => this.#rooms.connect({ join: joinOf(socket), leave: leaveOf(socket) }));
    socket.on('disconnect', (reason) => {
      this.#rooms.disconnect();
      if (reason === 'io server disconnect') again();
    });
    // Not retried by socket.io: the server refused the connection, for example while its store is down.
    socket.on('connect_error', ({ message }) => {
      if (message === 'unauthorized') this.#onSessionEnded(message);
      else if (!socket.active) again();
    });
    socket.on(controls.position, ({ at }: Controls['position']) => this.#rooms.noteStreamId(at));
    socket.on(controls.resync, ({ at }: Controls['resync']) => {
      this.#rooms.noteStreamId(at);
      this.#rooms.noteReceived(at);
      this.#resync([]);
    });
    socket.on(controls.roomLeft, ({ rooms, code }: Controls['room:left']) => {
      this.#rooms.deny(rooms);
      this.screen.applyRoomsLeft({ rooms: rooms.flatMap((room) => parseRoom(room) ?? []), code });
      this.#sync();
    });
    socket.onAny((message: string, payload: unknown, id?: string) => this.#onMessage(message, payload, id));
    return socket;
  }

  #onMessage(message: string, payload: unknown, id?: string): void {
    if (id !== undefined) this.#rooms.noteReceived(id);
    if (mayReopen(message, payload)) this.#rooms.retryDenied();
    if (message === sessionEnded.name) void this.#checkSession((payload as PayloadOf<typeof sessionEnded>).reason);
    else this.screen.applyMessage(message, payload);
    this.#sync();
  }

  /** Asks the server whether the session has ended, as the browser does: a replayed message may be older than the session. */
  async #checkSession(reason: string): Promise<void> {
    const token = this.#token;
    const answer = await this.ask(getUserInfo, {}).catch(() => null);
    if (token !== this.#token) return;
    if (answer?.status === 401) this.#onSessionEnded(reason);
    else if (answer?.status !== 200) setTimeout(() => void this.#checkSession(reason), againAfterMs);
  }

  /** Leaves everything: the browser goes to the login page, and nothing of the person's data stays. */
  #onSessionEnded(reason: string): void {
    if (this.ended !== '') return;
    this.away();
    this.ended = reason;
    this.#reset();
  }

  /** Signs in again, with a new token, after the session has ended. */
  async signIn(token: string): Promise<void> {
    this.#token = token;
    this.ended = '';
    await this.open();
  }

  /** Loads new queries of the pages and holds their rooms, once for all changes of this moment. */
  #sync(): void {
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    queueMicrotask(() => {
      this.#isSyncing = false;
      if (this.ended !== '') return;
      this.#runner.sync();
      this.#rooms.hold(this.screen.rooms());
    });
  }

  /** Refetches after a gap without a replay: a post alone if only its room missed something, else everything. */
  #resync(rooms: readonly string[]): void {
    this.resyncs += 1;
    const missed = rooms.map(parseRoom);
    const { posts } = this.screen;
    if (missed.length > 0 && missed.every((room) => room?.kind === 'post')) {
      for (const room of missed) if (room) this.#runner.load(posts.one(room.id));
      for (const room of missed) if (room) this.screen.context.invalidate(`comments/${room.id}`);
      return;
    }
    const runner = this.#runner;
    this.#resyncing += 1;
    setTimeout(() => {
      this.#resyncing -= 1;
      if (runner === this.#runner) runner.invalidate();
    }, Math.random() * spreadMs);
  }

  #fetcher(): Fetcher {
    const one = async <C extends Call>(call: C, input: InputOf<C>): Promise<ApiResult<C> | null> => {
      const token = this.#token;
      const answer = await this.ask(call, input);
      if (answer.status === 404 || answer.status === 403) return null;
      if (answer.status === 401 && token === this.#token) this.#onSessionEnded('unauthorized');
      if (answer.status !== 200) throw new Error(`${call.name} answered ${answer.status}`);
      return answer;
    };
    const list = <C extends Call>(call: C, input: InputOf<C>): Promise<{ items: DataOf<C>; counts: CountsOf<C> } | null> =>
      callAllPages(() => this.#url(), call, input, this.#token, this.#headers());
    return { one, list };
  }

  /** State of the same pages opened now. */
  async refetched(): Promise<Record<string, unknown>> {
    const { user: id, isPlatformAdmin = false, pages } = this.options;
    const fresh = new ClientModel({ id, isPlatformAdmin }, pages);
    const fetched = new Set<string>();
    for (;;) {
      const queries = fresh.queries().filter(({ key }) => !fetched.has(key));
      if (queries.length === 0) return fresh.shown();
      for (const apply of await Promise.all(queries.map((query) => query.load(this.#fetcher())))) apply();
      for (const { key } of queries) fetched.add(key);
    }
  }

  #headers(): Record<string, string> {
    const { received } = this.#rooms;
    return received === null ? {} : { [positionHeader]: received };
  }

  /** Calls the API as this person. */
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<ApiResult<C>> {
    return callApi(this.#url(), call, input, this.#token, this.#headers());
  }

  get isConnected(): boolean {
    return this.#socket?.connected === true;
  }

  /** Connects, also after `away`; resolves when connected and fully fetched. */
  async open(): Promise<void> {
    if (this.ended !== '') return;
    this.#isOpen = true;
    this.screen.context.streamId ??= `${Date.now() - slackMs}-0`;
    this.#socket ??= this.#connect();
    this.#sync();
    const until = Date.now() + openWithinMs;
    while (!this.isSettled) {
      if (!this.#isOpen) return;
      if (Date.now() > until) throw new Error(`The pages did not open: ${this.#pending()}`);
      await sleep(10);
    }
  }

  /** Breaks the connection; the socket reconnects after about a second. */
  breakOff(): void {
    this.#socket?.io.engine?.close();
  }

  /** Disconnects until `open`, which may reach another gateway. */
  away(): void {
    this.#isOpen = false;
    this.#socket?.disconnect();
    this.#socket?.removeAllListeners();
    this.#rooms.disconnect();
    this.#socket = null;
  }

  typing(post: string): void {
    if (this.isConnected) this.#socket?.volatile.emit(clientEvents.typing.name, { post_id: post }, () => {});
  }

  /** What keeps the pages from being settled, for a failure. */
  #pending(): string {
    const rooms = this.#rooms.isSettled ? '' : 'rooms to join';
    const resyncs = this.#resyncing === 0 ? '' : `${this.#resyncing} resyncs`;
    return [this.describe(), rooms, resyncs, ...this.#runner.loading].filter((part) => part !== '').join(', ');
  }

  /** State of the connection and of the session, for a failure. */
  describe(): string {
    const session = this.ended === '' ? '' : `The session ended: ${this.ended}.`;
    return `${this.isConnected ? 'connected' : 'away'} ${session} ${this.#runner.fault}`.trim();
  }

  /** True when no join and no fetch is pending. */
  get isSettled(): boolean {
    const isFetched = this.#runner.isIdle && !this.#isSyncing && this.#resyncing === 0;
    return this.isConnected && this.#rooms.isSettled && isFetched;
  }

  close(): void {
    this.away();
    this.#runner.stop();
  }
}

const reopeningNames = new Set<string>([membershipChanged, societyVisibility, invitationNew].map(({ name }) => name));
const reopeningKinds = ['block', 'follow', 'privacy'];

/** Whether a message may restore a right to a room. */
const mayReopen = (message: string, payload: unknown): boolean =>
  reopeningNames.has(message) || (message === ownChanged.name && reopeningKinds.includes((payload as PayloadOf<typeof ownChanged>).kind));

const joinOf = (socket: Socket) => (rooms: string[], since: string | null) =>
  socket
    .timeout(answerWithinMs)
    .emitWithAck(clientEvents.join.name, since ? { rooms, since } : { rooms })
    .then((answer: Answer) => answer)
    .catch(() => null);
const leaveOf = (socket: Socket) => (rooms: string[]) => void socket.emit(clientEvents.leave.name, rooms, () => {});
