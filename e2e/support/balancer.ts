import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

interface Target {
  port: number;
  /** The connections of browsers that were passed on to it and stay open: their live sockets. */
  open: Set<Socket>;
}

/** A small proxy before several gateways: requests go to each in turn, sockets to where the fewest are. Nothing is sticky. */
export class Balancer {
  readonly #targets: Target[];
  readonly #server: Server;
  #turn = 0;

  constructor(ports: readonly number[]) {
    this.#targets = ports.map((port) => ({ port, open: new Set<Socket>() }));
    this.#server = createServer((incoming, answer) => void this.#pass(incoming, answer));
    this.#server.on('upgrade', (incoming: IncomingMessage, near: Socket, head: Buffer) => this.#upgrade(incoming, near, head));
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many live sockets each gateway has. */
  sockets(): number[] {
    return this.#targets.map(({ open }) => open.size);
  }

  /** Breaks one socket of that gateway; the browser comes back by itself. */
  cutOne(target: number): void {
    const [first] = this.#targets[target]?.open ?? [];
    first?.destroy();
  }

  async close(): Promise<void> {
    for (const { open } of this.#targets) for (const each of open) each.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The gateways, the one whose turn it is first: who does not answer is passed over. */
  #inTurn(): Target[] {
    this.#turn += 1;
    return this.#targets.map((_target, n) => this.#targets[(n + this.#turn) % this.#targets.length] as Target);
  }

  async #pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk as Buffer);
    const tryNext = ([target, ...others]: Target[]): void => {
      if (!target) {
        answer.writeHead(502).end();
        return;
      }
      const { method, url, headers } = incoming;
      const outgoing = request({ host: '127.0.0.1', port: target.port, method, path: url, headers, agent: false }, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
        from.once('error', () => answer.destroy());
      });
      outgoing.once('error', () => (answer.headersSent ? answer.destroy() : tryNext(others)));
      outgoing.end(Buffer.concat(body));
    };
    tryNext(this.#inTurn());
  }

  #upgrade({ method, url, rawHeaders }: IncomingMessage, near: Socket, head: Buffer): void {
    const headers = rawHeaders.map((each, n) => (n % 2 === 0 ? `${each}: ` : `${each}\r\n`)).join('');
    const tryNext = ([target, ...others]: Target[]): void => {
      if (!target) {
        near.destroy();
        return;
      }
      const far = connect(target.port, '127.0.0.1');
      far.once('error', () => tryNext(others));
      far.once('connect', () => {
        far.removeAllListeners('error');
        far.on('error', () => near.destroy());
        target.open.add(near);
        near.once('close', () => {
          target.open.delete(near);
          far.destroy();
        });
        far.once('close', () => near.destroy());
        far.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`);
        far.write(head);
        far.pipe(near).pipe(far);
      });
    };
    near.on('error', () => {});
    tryNext(this.#inTurn().sort((a, b) => a.open.size - b.open.size));
  }
}
