import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const closeIdleEveryMs = 50;

/**
 * Stops without waiting for idle clients: calls in progress are answered, keep-alive connections close as soon as they are idle,
 * and connections that browsers opened ahead close at once. Register it before anything that waits for the server to close.
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
