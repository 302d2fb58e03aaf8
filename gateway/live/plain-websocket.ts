import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, controls, type PlainFrame, plainHello, plainPath } from '#models/contract/live';
import { answerOrRefusal, refusal } from './answers.js';
import { Connection, type Transport, type Wire } from './connection.js';
import { admit, type LiveServices } from './services.js';

const maxMessage = 1 << 16;
const closeWithinMs = 300;
const goingAway = 1001;
const policyViolation = 1008;

export interface PlainOptions {
  pingIntervalMs: number;
  helloWithinMs: number;
}

const frame = (message: string, payload: unknown, id?: string): string =>
  JSON.stringify({ message, payload, ...(id === undefined ? {} : { id }) } satisfies PlainFrame);

let lastId = 0;

/** Plain WebSockets at `/live`: the same rooms and messages, read only, for clients without Socket.IO. */
class PlainSockets {
  readonly #services: LiveServices;
  readonly #helloWithinMs: number;
  readonly #sockets = new Map<string, WebSocket>();
  readonly #alive = new WeakSet<WebSocket>();
  readonly #pings: NodeJS.Timeout;
  readonly #transport: Transport = {
    send: (to, message, payload, id) => {
      const text = frame(message, payload, id);
      for (const connection of to) this.#sockets.get(connection.wire.id)?.send(text);
    },
  };

  constructor(services: LiveServices, { pingIntervalMs, helloWithinMs }: PlainOptions) {
    this.#services = services;
    this.#helloWithinMs = helloWithinMs;
    this.#pings = setInterval(() => this.#ping(), pingIntervalMs);
  }

  /** Waits for the first frame of a socket. `settled` is called once it has identified itself. */
  open(socket: WebSocket, address: string, settled: () => void): void {
    this.#alive.add(socket);
    socket.on('pong', () => this.#alive.add(socket));
    const tooLate = setTimeout(() => socket.close(policyViolation), this.#helloWithinMs);
    socket.once('close', () => clearTimeout(tooLate));
    socket.once('message', (data) => {
      clearTimeout(tooLate);
      void this.#hello(socket, address, String(data)).then((isIn) => isIn && settled());
    });
  }

  close(): void {
    clearInterval(this.#pings);
  }

  async #hello(socket: WebSocket, address: string, text: string): Promise<boolean> {
    const answer = await answerOrRefusal(() => this.#join(socket, address, text), this.#services.log);
    if (socket.readyState !== socket.OPEN) return false;
    socket.send(frame(controls.joined, answer));
    if (!answer.ok) socket.close(policyViolation);
    return answer.ok;
  }

  async #join(socket: WebSocket, address: string, text: string): Promise<Answer> {
    const { hub, identities, joins } = this.#services;
    const hello = plainHello.safeParse(parseJson(text));
    if (!hello.success) return refusal('validation_failed');
    const identity = await identities.ofToken(hello.data.token);
    if (!identity) return refusal('unauthorized');
    if (hub.isFull(identity.user, address)) return refusal('too_many_requests');
    if (socket.readyState !== socket.OPEN) return refusal('unavailable');
    const connection = new Connection(this.#wireOf(socket), identity, address);
    this.#sockets.set(connection.wire.id, socket);
    socket.once('close', () => {
      this.#sockets.delete(connection.wire.id);
      hub.remove(connection);
    });
    const since = hello.data.since ?? undefined;
    admit(this.#services, connection, since);
    const rooms = [hello.data.join ?? []].flat();
    return joins.join(connection, since === undefined ? rooms : { rooms, since });
  }

  #wireOf(socket: WebSocket): Wire {
    lastId++;
    return {
      id: `plain-${lastId}`,
      transport: this.#transport,
      isScreen: false,
      buffered: () => socket.bufferedAmount,
      terminate: () => socket.terminate(),
      disconnect: () => socket.close(policyViolation),
    };
  }

  /** Terminates sockets that did not answer the last ping, and pings the others. */
  #ping(): void {
    for (const socket of this.#sockets.values()) {
      if (!this.#alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Terminates a socket that failed. Faults of the client, such as a malformed frame, are logged at debug level only. */
function onSocketError(error: Error & { code?: string }, socket: WebSocket, request: FastifyRequest): void {
  if (error.code === undefined) request.log.error({ err: error }, 'live.plain socket failed');
  else request.log.debug({ code: error.code }, 'live.plain socket closed');
  socket.terminate();
}

/** Serves `/live`. Call it before the features, whose routes then refuse upgrades. */
export async function startPlainSockets(app: FastifyInstance, services: LiveServices, options: PlainOptions): Promise<void> {
  const sockets = new PlainSockets(services, options);
  await app.register(websocket, {
    options: { server: services.upgrades.plain, maxPayload: maxMessage },
    errorHandler: onSocketError,
    preClose(done) {
      sockets.close();
      for (const client of app.websocketServer.clients) {
        client.close(goingAway);
        setTimeout(() => client.terminate(), closeWithinMs).unref();
      }
      app.websocketServer.close(() => done());
    },
  });
  app.get(plainPath, { websocket: true }, (socket, { raw }) =>
    sockets.open(socket, app.addressOf(raw), () => services.upgrades.identified(raw)),
  );
}
