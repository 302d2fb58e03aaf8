import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type ErrorCode, errors } from '#models/contract/errors';
import { socketLimits } from '#models/contract/limits';
import { plainPath, socketPath } from '#models/contract/live';

const reasons: Record<number, string> = { 404: 'Not Found', 429: 'Too Many Requests' };
const retryAfterSeconds = 5;

/** Answers an upgrade as HTTP and closes the connection. */
function refuse(socket: Duplex, code: ErrorCode): void {
  const [status, error_message] = errors[code];
  const body = JSON.stringify({ error_message, code });
  const head = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 429 ? [`Retry-After: ${retryAfterSeconds}`] : []),
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const isPlain = (path: string): boolean => path === plainPath || path === `${plainPath}/`;

export interface UpgradeOptions {
  /** Off for tests and load. */
  limits: boolean;
  helloWithinMs: number;
}

/** Time for a late client to answer the close frame, before its connection is destroyed. */
const graceMs = 1000;

/**
 * Checks every upgrade before Socket.IO and @fastify/websocket see it: only the two socket paths are upgraded, and one address
 * may have only so many sockets that have not identified themselves.
 */
export class Upgrades {
  readonly #app: FastifyInstance;
  readonly #options: UpgradeOptions;
  readonly #unidentified = new Map<string, number>();
  readonly #release = new WeakMap<IncomingMessage, () => void>();
  /**
   * Server object for @fastify/websocket that emits the upgrades of its path alone. Otherwise both it and Socket.IO listen for
   * 'upgrade', and Socket.IO silently stays on polling.
   */
  readonly plain = new EventEmitter() as unknown as Server;

  constructor(app: FastifyInstance, options: UpgradeOptions) {
    this.#app = app;
    this.#options = options;
    app.server.on('upgrade', (request, socket, head) => this.#admit(request, socket, head));
  }

  /** Stops counting a socket: it has identified itself, and the hub counts it now. */
  identified(request: IncomingMessage): void {
    this.#release.get(request)?.();
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = request.url?.split('?')[0] ?? '';
    const isOurs = path.startsWith(`${socketPath}/`);
    if (!isOurs && !isPlain(path)) refuse(socket, 'not_found');
    else if (!this.#reserve(request, socket)) refuse(socket, 'too_many_requests');
    else if (!isOurs) this.plain.emit('upgrade', request, socket, head);
  }

  /** Counts a socket until it identifies itself or closes; false where the address has too many. */
  #reserve(request: IncomingMessage, socket: Duplex): boolean {
    const address = this.#app.addressOf(request);
    const count = this.#unidentified.get(address) ?? 0;
    if (this.#options.limits && count >= socketLimits.unauthenticatedPerAddress) return false;
    this.#unidentified.set(address, count + 1);
    const tooLate = setTimeout(() => socket.destroy(), this.#options.helloWithinMs + graceMs);
    const release = () => {
      if (!this.#release.delete(request)) return;
      clearTimeout(tooLate);
      const remaining = (this.#unidentified.get(address) ?? 1) - 1;
      if (remaining > 0) this.#unidentified.set(address, remaining);
      else this.#unidentified.delete(address);
    };
    this.#release.set(request, release);
    socket.once('close', release);
    return true;
  }
}
