import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import type { Message, PayloadOf } from '#models/contract/define';
import type { Answer, ClientEventInput, ClientEventName, Handshake, PlainFrame, PlainHello } from '#models/contract/live';
import { controls, plainPath, socketPath } from '#models/contract/live';
import { type AppOptions, buildApp } from '../app.js';

export interface ReceivedMessage {
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
  payload: any;
  id?: string;
}

const patienceMs = 6000;

/** Messages that a socket has received, in order. */
export class MessageInbox {
  readonly received: ReceivedMessage[] = [];
  closedBy: string | null = null;

  /** Takes the first message of this name (that matches), waiting for it if need be. */
  async next(message: string | Message, fits: (payload: ReceivedMessage['payload']) => boolean = () => true): Promise<ReceivedMessage> {
    const name = typeof message === 'string' ? message : message.name;
    const until = Date.now() + patienceMs;
    for (;;) {
      const at = this.received.findIndex((each) => each.message === name && fits(each.payload));
      if (at >= 0) return this.received.splice(at, 1)[0] as ReceivedMessage;
      if (Date.now() > until) throw new Error(`No ${name} came; received ${JSON.stringify(this.received.map((each) => each.message))}`);
      await sleep(5);
    }
  }

  /** Number of received messages of this name that were not taken yet. */
  count(message: Message | string): number {
    const name = typeof message === 'string' ? message : message.name;
    return this.received.filter((each) => each.message === name).length;
  }

  payloads<M extends Message>(message: M): PayloadOf<M>[] {
    return this.received.filter((each) => each.message === message.name).map((each) => each.payload);
  }

  async closed(): Promise<string> {
    const until = Date.now() + patienceMs;
    while (this.closedBy === null) {
      if (Date.now() > until) throw new Error('The socket is still open.');
      await sleep(5);
    }
    return this.closedBy;
  }
}

export class TestSocket extends MessageInbox {
  readonly socket: Socket;

  constructor(socket: Socket) {
    super();
    this.socket = socket;
    socket.onAny((message: string, payload: unknown, id?: string) => this.received.push({ message, payload, ...(id ? { id } : {}) }));
    socket.on('disconnect', (reason) => {
      this.closedBy = reason;
    });
  }

  ask<N extends ClientEventName>(name: N, input: ClientEventInput<N>): Promise<Answer> {
    return this.socket.timeout(patienceMs).emitWithAck(name, input);
  }

  /** Joins rooms, throws on a refusal, and returns the stream position. */
  async join(...rooms: string[]): Promise<string> {
    const answer = await this.ask('join', rooms);
    if (!answer.ok || answer.refused) throw new Error(`Not joined: ${JSON.stringify(answer)}`);
    return answer.at;
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** Opens a Socket.IO client; rejects with the error of `connect_error`. */
export async function openSocket(url: string, auth: Handshake = {}, extraHeaders: Record<string, string> = {}): Promise<TestSocket> {
  const socket = io(url, { path: socketPath, auth, extraHeaders, transports: ['websocket'], forceNew: true, reconnection: false });
  const client = new TestSocket(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  await client.next(controls.position);
  return client;
}

export class PlainClient extends MessageInbox {
  readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    super();
    this.socket = socket;
    socket.on('message', (data) => this.received.push(JSON.parse(String(data)) as PlainFrame));
    socket.on('close', (code) => {
      this.closedBy = String(code);
    });
    socket.on('error', () => {});
  }

  close(): void {
    this.socket.close();
  }
}

/** Opens a plain WebSocket and sends its first frame, verbatim if it is text. */
export async function openPlain(url: string, hello: PlainHello | string): Promise<{ client: PlainClient; answer: Answer }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${plainPath}`);
  const client = new PlainClient(socket);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.send(typeof hello === 'string' ? hello : JSON.stringify(hello));
  return { client, answer: (await client.next(controls.joined)).payload as Answer };
}

export interface StartedGateway {
  url: string;
  app: FastifyInstance;
  close(): Promise<void>;
}

/** Starts another gateway on the same stores, with other settings; by default on a free port. */
export async function anotherGateway(first: FastifyInstance, settings: Partial<AppOptions> = {}, port = 0): Promise<StartedGateway> {
  const app = await buildApp({ ...first.settings, ...settings });
  const url = await app.listen({ port, host: '127.0.0.1' });
  return { app, url, close: () => app.close() };
}
