import { io, type Socket } from 'socket.io-client';
import { controls } from '#models/contract/live';
import { answerAll } from './side-process.js';

export type ListenerRequest =
  | { do: 'connect'; url: string; path: string; tokens: string[]; joins?: { ask: string; rooms: string[] } }
  | { do: 'hear'; message: string; within: number }
  | { do: 'count' }
  | { do: 'tally' }
  | { do: 'leave' };

/** Messages and their bytes that all sockets received since the last tally, without pings and positions. */
export interface Tally {
  messages: number;
  bytes: number;
}

const atOnce = 100;
/** Start of a Socket.IO event packet ('2') that carries a position. */
const positionPrefix = `2["${controls.position}"`;
let tally: Tally = { messages: 0, bytes: 0 };
const sockets: Socket[] = [];

/** The same moment in every process of this machine. */
const now = (): number => performance.timeOrigin + performance.now();

async function connectOne({ url, path, joins }: ListenerRequest & { do: 'connect' }, token: string): Promise<void> {
  const socket = io(url, { path, transports: ['websocket'], forceNew: true, auth: { token }, reconnectionDelayMax: 2000 });
  sockets.push(socket);
  const join = async (): Promise<void> => {
    if (!joins) return;
    const answer = await socket.timeout(30_000).emitWithAck(joins.ask, { rooms: joins.rooms });
    if (answer?.ok === false || answer?.refused?.length > 0) throw new Error(`It may not join: ${JSON.stringify(answer)}`);
  };
  await new Promise<void>((done, fail) => {
    socket.once('connect', () => join().then(done, fail));
    socket.once('connect_error', fail);
  });
  socket.on('connect', () => void join().catch(() => {}));
  socket.io.engine.on('packet', ({ type, data }) => {
    if (type !== 'message' || typeof data !== 'string' || data.startsWith(positionPrefix)) return;
    tally.messages++;
    tally.bytes += Buffer.byteLength(data);
  });
}

/** Empties the tally and returns what it had. */
function takeTally(): Tally {
  const taken = tally;
  tally = { messages: 0, bytes: 0 };
  return taken;
}

async function connectAll(question: ListenerRequest & { do: 'connect' }): Promise<number> {
  const waiting = [...question.tokens];
  const work = async (): Promise<void> => {
    for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) await connectOne(question, token);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return sockets.length;
}

/** Times at which each socket received the next message of this name. */
function hear({ message, within }: ListenerRequest & { do: 'hear' }): Promise<number[]> {
  return new Promise((done, fail) => {
    const at: number[] = [];
    const timer = setTimeout(() => fail(new Error(`Only ${at.length} of ${sockets.length} sockets received ${message}.`)), within);
    for (const socket of sockets)
      socket.once(message, () => {
        at.push(now());
        if (at.length < sockets.length) return;
        clearTimeout(timer);
        done(at);
      });
  });
}

/** Many people with open sockets. Without transports but WebSocket, as the app itself. */
answerAll(async (question: ListenerRequest): Promise<unknown> => {
  if (question.do === 'connect') return connectAll(question);
  if (question.do === 'hear') return hear(question);
  if (question.do === 'tally') return takeTally();
  if (question.do === 'count') return sockets.filter(({ connected }) => connected).length;
  for (const socket of sockets.splice(0)) socket.disconnect();
  return 0;
});
