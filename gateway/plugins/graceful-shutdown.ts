import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const closeIdleEveryMs = 50;

/**
 * A stop answers what is under way and then waits for nobody: connections close as soon as they fall idle, where they would
 * else live on for their keep-alive, and those that browsers open ahead, and ask nothing on, close at once. Call it before
 * anything that waits for the server to close.
 */
export function registerGracefulShutdown(app: FastifyInstance): void {
  const unusedSockets = new Set<Socket>();
  const markUsed = ({ socket }: IncomingMessage): void => void unusedSockets.delete(socket);
  app.server.on('connection', (socket: Socket) => {
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  app.server.on('request', markUsed);
  app.server.on('upgrade', markUsed);
  let idleTimer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of unusedSockets) socket.destroy();
    idleTimer = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs);
  });
  app.addHook('onClose', async () => clearInterval(idleTimer));
}
