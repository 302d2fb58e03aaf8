import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';

/**
 * What @fastify/websocket is given as its server: it hears every upgrade but Socket.IO's. Both listen for 'upgrade' otherwise,
 * and Socket.IO then silently stays on polling.
 */
export function upgradesExcept(server: Server, path: string): Server {
  const rest = new EventEmitter();
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith(path)) return;
    if (!rest.emit('upgrade', request, socket, head)) socket.destroy();
  });
  return rest as unknown as Server;
}
