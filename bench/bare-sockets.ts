import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { answerAll } from './side-process.js';

const room = 'post:all';
let collect: (() => void) | undefined;

async function memory(): Promise<number> {
  collect ??= (globalThis as { gc?: () => void }).gc;
  collect?.();
  await new Promise((done) => setTimeout(done, 200));
  collect?.();
  return process.memoryUsage().rss;
}

/** Bare Socket.IO: everybody is in one room, and each POST is sent to it. Begun with `--expose-gc`. */
answerAll(async (question: 'listen' | 'memory'): Promise<string | number> => {
  if (question === 'memory') return memory();
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      io.to(room).emit('post:likes', JSON.parse(body || '{}'));
      response.end('{}');
    });
  });
  const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
  io.on('connection', (socket) => void socket.join(room));
  await new Promise<void>((done) => void http.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
