import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { type ErrorCode, errors } from '#models/contract/errors';
import { type Answer, type ClientEventName, clientEvents, handshake, socketPath } from '#models/contract/live';
import { answerOrRefusal, refusal } from './answers.js';
import { Connection, type Identity, type Transport, type Wire } from './connection.js';
import { admit, type LiveServices } from './services.js';

const maxMessage = 1 << 16;

interface SocketData {
  identity: Identity;
  address: string;
  since: string | null | undefined;
  isVisible: boolean;
}
type OurSocket = Socket<Record<string, never>, Record<string, never>, Record<string, never>, SocketData>;

/** Error that refuses a handshake: the client gets the code as the message of `connect_error`, and the whole body in its `data`. */
function handshakeError(code: ErrorCode): Error {
  return Object.assign(new Error(code), { data: { error_message: errors[code][1], code } });
}

/** Emits to many sockets at once, so that a message is encoded once. */
const transportOf = (io: Server): Transport => ({
  send(to, message, payload, id) {
    const these = io.local.to(to.map((connection) => connection.wire.id));
    if (id === undefined) these.emit(message, payload);
    else these.emit(message, payload, id);
  },
});

/** Internals of an engine.io connection, which it does not declare. */
interface Engine {
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
  writeBuffer: { data?: { length?: number } }[];
}
const engineOf = (socket: OurSocket): Engine => socket.conn as unknown as Engine;

/** Bytes that are not yet handed to the operating system. */
function bufferedOf(socket: OurSocket): number {
  const { transport, writeBuffer } = engineOf(socket);
  const waiting = writeBuffer.reduce((sum, packet) => sum + (packet.data?.length ?? 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0);
}

const wireOf = (socket: OurSocket, transport: Transport): Wire => ({
  id: socket.id,
  transport,
  isScreen: true,
  buffered: () => bufferedOf(socket),
  terminate: () => engineOf(socket).transport.socket?.terminate(),
  disconnect: () => void socket.disconnect(true),
});

function registerHandlers(services: LiveServices, socket: OurSocket, connection: Connection): void {
  const { hub, joins, typing, looking, seenNotifications, broadcaster, log } = services;
  const handlers: Record<ClientEventName, (input: unknown) => Promise<Answer>> = {
    join: (input) => joins.join(connection, input),
    leave: (input) => joins.leave(connection, input),
    typing: (input) => typing.publish(connection, input),
    looking: (input) => looking.publish(connection, input),
    visible: async (input) => {
      const parsed = clientEvents.visible.input.safeParse(input);
      if (!parsed.success) return refusal('validation_failed');
      seenNotifications.setVisible(connection, parsed.data.visible);
      return { ok: true, at: broadcaster.sentPosition() };
    },
  };
  for (const name of Object.keys(clientEvents) as ClientEventName[]) {
    socket.on(clientEvents[name].name, async (input: unknown, acknowledge: unknown) => {
      const answer = await answerOrRefusal(() => handlers[name](input), log);
      if (typeof acknowledge === 'function') acknowledge(answer);
    });
  }
  socket.on('disconnect', () => hub.remove(connection));
}

export interface SocketOptions {
  pingIntervalMs: number;
  helloWithinMs: number;
}

/** Starts Socket.IO on the app's server, by WebSocket only. Call it before the server listens. */
export function startSocketIo(app: FastifyInstance, services: LiveServices, options: SocketOptions): Server {
  const io = new Server(app.server, {
    path: socketPath,
    transports: ['websocket'],
    destroyUpgrade: false,
    serveClient: false,
    maxHttpBufferSize: maxMessage,
    pingInterval: options.pingIntervalMs,
    connectTimeout: options.helloWithinMs,
  });
  const transport = transportOf(io);
  io.use(async (socket, next) => {
    try {
      const auth = handshake.safeParse(socket.handshake.auth ?? {});
      if (!auth.success) return next(handshakeError('validation_failed'));
      const identity = await services.identities.ofToken(auth.data.token);
      if (!identity) return next(handshakeError('unauthorized'));
      const address = app.addressOf(socket.request);
      if (services.hub.isFull(identity.user, address)) return next(handshakeError('too_many_requests'));
      Object.assign(socket.data, { identity, address, since: auth.data.since, isVisible: auth.data.hidden !== true } satisfies SocketData);
      next();
    } catch (error) {
      services.log('live.handshake failed', { err: error });
      next(handshakeError('unavailable'));
    }
  });
  io.on('connection', (socket: OurSocket) => {
    const { identity, address, since, isVisible } = socket.data;
    // Check again: several simultaneous handshakes may have passed the first check.
    if (services.hub.isFull(identity.user, address)) return void socket.disconnect(true);
    const connection = new Connection(wireOf(socket, transport), identity, address, isVisible);
    registerHandlers(services, socket, connection);
    admit(services, connection, since);
    services.upgrades.identified(socket.request);
  });
  return io;
}
