import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { getUserStatus } from '#models/contract/attendance';
import { getComments } from '#models/contract/comments';
import type { Call, InputOf, PayloadOf } from '#models/contract/define';
import { getEventStats } from '#models/contract/events';
import { type Answer, type Controls, clientEvents, controls, socketPath } from '#models/contract/live';
import { membershipChanged } from '#models/contract/members';
import { getNotifications, notificationRead } from '#models/contract/notifications';
import { getAllPosts } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getAllSocieties, getSocietiesByUser } from '#models/contract/societies';
import { type ApiResult, callAllPages, callApi } from './api-client.js';
import { ClientModel, type Fetched, type View } from './client-model.js';

export interface SimulatedUserOptions {
  url: string;
  /** User id, with a token of the same person. */
  user: string;
  token: string;
  view: View;
}

const answerWithinMs = 10_000;
const againAfterMs = 500;
/** Random delay of a refetch, as in the browser. */
const spreadMs = 1000;
const newestNotifications = 100;

/** A person with an open screen: a socket that reconnects, and a client model kept current by messages and refetches. */
export class SimulatedUser {
  readonly screen: ClientModel;
  readonly options: SimulatedUserOptions;
  /** Number of resync messages received. */
  resyncs = 0;
  readonly #socket: Socket;
  readonly #refused = new Set<string>();
  #streamId: string | null = null;
  #joining = 0;
  #isClosed = false;
  /** False while the user is away. */
  #isOpen = false;
  #isStale = false;
  #fault = '';
  #fetching: Promise<void> | undefined;

  constructor(options: SimulatedUserOptions) {
    this.options = options;
    this.screen = new ClientModel(options.user, options.view);
    this.#socket = io(options.url, {
      path: socketPath,
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnectionDelayMax: 2000,
      auth: (send) => send({ token: options.token, since: this.#streamId }),
    });
    this.#listen();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('connect', () => {
      this.#joining = 0;
      this.#refused.clear();
      void this.#join(this.#rooms());
    });
    socket.on('disconnect', (reason) => reason === 'io server disconnect' && this.#connectLater());
    socket.on('connect_error', () => !socket.active && this.#connectLater());
    socket.on(controls.position, ({ at }: Controls['position']) => this.#advance(at));
    socket.on(controls.resync, ({ at }: Controls['resync']) => {
      this.#advance(at);
      this.#resync();
    });
    socket.on(controls.roomLeft, ({ rooms }: Controls['room:left']) => {
      for (const room of rooms) this.#refused.add(room);
      void this.refetch();
    });
    socket.onAny((message: string, payload: unknown) => {
      this.screen.applyMessage(message, payload);
      if (message === membershipChanged.name && (payload as { user_id: string }).user_id === this.options.user) void this.#askAgain();
      if (message === notificationRead.name) this.#onNotificationsRead(payload as PayloadOf<typeof notificationRead>);
    });
  }

  /** Reconnects where socket.io does not: after the server ended or refused the connection, for example while its store is down. */
  #connectLater(): void {
    setTimeout(() => this.#isOpen && this.#socket.connect(), againAfterMs);
  }

  /** Refetches after 'all read' when a fetch is under way, which was requested before, or when newer notifications are unread. */
  #onNotificationsRead({ notification_ids, unread }: PayloadOf<typeof notificationRead>): void {
    if (notification_ids === 'all' && (this.#fetching || unread > 0)) void this.refetch();
  }

  #advance(at: string): void {
    if (this.#joining === 0) this.#streamId = at;
  }

  #rooms(): string[] {
    const { posts, events } = this.options.view;
    return ['mine', 'feed', 'societies', ...posts.map((id) => roomOf('post', id)), ...events.map((id) => roomOf('event', id))];
  }

  /** Joins refused rooms again and refetches after a change of rights. */
  async #askAgain(): Promise<void> {
    const rooms = [...this.#refused];
    this.#refused.clear();
    if (rooms.length > 0) await this.#join(rooms);
    await this.refetch();
  }

  /** Joins rooms from the last stream id. */
  async #join(rooms: string[]): Promise<void> {
    const socket = this.#socket;
    const id = socket.id;
    const since = this.#streamId;
    this.#joining += 1;
    const answer: Answer | null = await socket
      .timeout(answerWithinMs)
      .emitWithAck(clientEvents.join.name, since ? { rooms, since } : { rooms })
      .catch(() => null);
    if (socket.id !== id || this.#isClosed) return;
    this.#joining -= 1;
    if (!answer?.ok) {
      setTimeout(() => socket.id === id && socket.connected && void this.#join(rooms), againAfterMs);
      return;
    }
    for (const { room } of answer.refused ?? []) this.#refused.add(room);
    this.#advance(answer.at);
    if (answer.resync) this.#resync();
    else if (!since) void this.refetch();
  }

  #resync(): void {
    this.resyncs += 1;
    this.#isStale = true;
    setTimeout(() => void this.refetch(), Math.random() * spreadMs);
  }

  /** Refetches the screen until that succeeds; requests made meanwhile cause one more fetch. */
  refetch(): Promise<void> {
    this.#isStale = true;
    this.#fetching ??= this.#fetchWhileStale().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchWhileStale(): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      const since = this.screen.now();
      try {
        this.screen.applyRefetch(await this.#fetchAll(), since);
      } catch (error) {
        this.#fault = String(error);
        this.#isStale = true;
        await sleep(againAfterMs);
      }
    }
  }

  async #fetchAll(): Promise<Fetched> {
    const { url, token, view } = this.options;
    const all = async <C extends Call>(call: C, input: InputOf<C>) => await callAllPages(url, call, input, token);
    const one = async <C extends Call>(call: C, input: InputOf<C>): Promise<ApiResult<C> | null> => {
      const answer = await callApi(url, call, input, token);
      if (answer.status === 404 || answer.status === 403) return null;
      if (answer.status !== 200) throw new Error(`${call.name} answered ${answer.status}`);
      return answer;
    };
    const each = async <T>(ids: readonly string[], load: (id: string) => Promise<T | null | undefined>): Promise<Map<string, T>> => {
      const found = await Promise.all(
        ids.map(async (id): Promise<[string, T][]> => {
          const loaded = await load(id);
          return loaded === null || loaded === undefined ? [] : [[id, loaded]];
        }),
      );
      return new Map(found.flat());
    };
    const [posts, comments, societies, own, events, statuses, bell] = await Promise.all([
      all(getAllPosts, {}),
      each(view.opened, (post_id) => all(getComments, { post_id })),
      all(getAllSocieties, {}),
      all(getSocietiesByUser, {}),
      each(view.events, async (event_id) => (await one(getEventStats, { event_id }))?.data),
      each(view.events, async (event_id) => (await one(getUserStatus, { event_id }))?.data),
      one(getNotifications, { limit: newestNotifications }),
    ]);
    return {
      posts: posts ?? [],
      comments,
      societies: societies ?? [],
      own: own ?? [],
      events,
      statuses,
      notifications: bell?.data ?? [],
      unread: bell?.counts.unread ?? 0,
    };
  }

  /** State of a screen that is opened now. */
  async refetched(): Promise<ReturnType<ClientModel['shown']>> {
    const fresh = new ClientModel(this.options.user, this.options.view);
    fresh.applyRefetch(await this.#fetchAll(), 0);
    return fresh.shown();
  }

  /** Calls the API as this person. */
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<ApiResult<C>> {
    return callApi(this.options.url, call, input, this.options.token);
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  /** Connects, also after `away`; resolves when connected and fully fetched. */
  async open(): Promise<void> {
    this.#isOpen = true;
    this.#socket.connect();
    const until = Date.now() + 60_000;
    while (!this.#socket.connected || this.#joining > 0 || this.#fetching) {
      if (Date.now() > until) throw new Error(`The screen did not open: ${this.#fault}`);
      await sleep(10);
    }
  }

  /** Breaks the connection; the socket reconnects after about a second. */
  breakOff(): void {
    this.#socket.io.engine?.close();
  }

  /** Disconnects until `open`. */
  away(): void {
    this.#isOpen = false;
    this.#socket.disconnect();
  }

  typing(post: string): void {
    if (this.#socket.connected) this.#socket.volatile.emit(clientEvents.typing.name, { post_id: post }, () => {});
  }

  /** True when no join or fetch is pending. */
  get isSettled(): boolean {
    return this.#socket.connected && this.#joining === 0 && !this.#fetching && !this.#isStale;
  }

  close(): void {
    this.#isClosed = true;
    this.#isOpen = false;
    this.#socket.disconnect();
  }
}
