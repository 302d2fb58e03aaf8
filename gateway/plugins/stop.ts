import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 50;

/**
 * A stop answers what is under way and then waits for nobody: connections close as soon as they fall idle, where they would
 * else live on for their keep-alive, and those that browsers open ahead, and ask nothing on, close at once. Call it before
 * anything that waits for the server to close.
 */
export function registerStop(app: FastifyInstance): void {
  const unasked = new Set<Socket>();
  const isAsked = ({ socket }: IncomingMessage): void => void unasked.delete(socket);
  app.server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  app.server.on('request', isAsked);
  app.server.on('upgrade', isAsked);
  let looking: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of unasked) socket.destroy();
    looking = setInterval(() => app.server.closeIdleConnections(), lookEveryMs);
  });
  app.addHook('onClose', async () => clearInterval(looking));
}
