import type { Socket } from 'node:net';
import { deserialize } from 'bson';
import { decode, encode } from './collection.js';
import { CursorReply } from './cursors.js';
import { type Doc, MongoError } from './values.js';

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const headerBytes = 16;
const largestMessage = 48_000_000;
const flags = { checksum: 1, moreToCome: 2 };

/** A command as it came. Documents to insert stay as they came; other sequences of documents do too. */
export interface Message {
  body: Doc;
  documents: Uint8Array[] | undefined;
}

interface Request extends Message {
  id: number;
  /** Only the very first message of a driver is a query of the old kind. */
  isQuery: boolean;
  wantsAnswer: boolean;
}

function cstringEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw new MongoError(17, 'a message ends too early');
  return end;
}

function parseQuery(bytes: Buffer, id: number): Request {
  const bodyAt = cstringEnd(bytes, headerBytes + 4) + 1 + 8;
  const body = decode(bytes.subarray(bodyAt));
  const name = Object.keys(body)[0] ?? '';
  if (!['ismaster', 'isMaster', 'hello'].includes(name)) throw new MongoError(352, `Unsupported OP_QUERY command: ${name}`);
  return { id, body: { ...body, $db: 'admin' }, documents: undefined, isQuery: true, wantsAnswer: true };
}

function bodyOf(raw: Buffer): Message {
  const isInsert = raw.toString('latin1', 5, 12) === 'insert\0';
  if (!isInsert) return { body: decode(raw), documents: undefined };
  const { documents, ...body } = deserialize(raw, { promoteBuffers: false, fieldsAsRaw: { documents: true } });
  return { body, documents: Array.isArray(documents) ? documents : undefined };
}

function parseMessage(bytes: Buffer, id: number): Request {
  const flagBits = bytes.readUInt32LE(headerBytes);
  if (flagBits & 0xffff & ~(flags.checksum | flags.moreToCome)) throw new MongoError(17, 'a message has unknown flags');
  const end = bytes.length - (flagBits & flags.checksum ? 4 : 0);
  let message: Message | undefined;
  let documents: Uint8Array[] | undefined;
  for (let at = headerBytes + 4; at < end; ) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > end || (kind !== 0 && kind !== 1)) throw new MongoError(17, 'a message has a malformed section');
    const section = bytes.subarray(at, at + size);
    at += size;
    if (kind === 0) message = bodyOf(section);
    else documents = sequence(section);
  }
  if (!message) throw new MongoError(17, 'a message has no body');
  return { id, body: message.body, documents: documents ?? message.documents, isQuery: false, wantsAnswer: !(flagBits & flags.moreToCome) };
}

function sequence(section: Buffer): Uint8Array[] {
  const documents: Uint8Array[] = [];
  for (let at = cstringEnd(section, 4) + 1; at < section.length; ) {
    const size = section.readInt32LE(at);
    if (size < 5 || at + size > section.length) throw new MongoError(17, 'a sequence of documents is malformed');
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  return documents;
}

function answer({ id, isQuery }: Request, reply: Doc | CursorReply): Buffer {
  const body = reply instanceof CursorReply ? reply.toBytes() : encode({ ok: 1, ...reply });
  const head = Buffer.alloc(headerBytes + (isQuery ? 20 : 5));
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(isQuery ? opReply : opMsg, 12);
  if (isQuery) head.writeInt32LE(1, headerBytes + 16);
  return Buffer.concat([head, body]);
}

/** Cuts what arrives into messages, and answers them in their order. A message that cannot be read ends the connection. */
export function serve(socket: Socket, handle: (message: Message) => Promise<Doc | CursorReply>): void {
  let received = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let missing = headerBytes;
  let last = Promise.resolve();
  const run = async (bytes: Buffer) => {
    const [id, opCode] = [bytes.readInt32LE(4), bytes.readInt32LE(12)];
    if (opCode !== opMsg && opCode !== opQuery) throw new MongoError(17, `unknown kind of message ${opCode}`);
    const request = opCode === opMsg ? parseMessage(bytes, id) : parseQuery(bytes, id);
    const reply = await handle(request);
    if (request.wantsAnswer && !socket.destroyed) socket.write(answer(request, reply));
  };
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    missing -= chunk.length;
    if (missing > 0) return;
    received = Buffer.concat([received, ...chunks]);
    chunks = [];
    while (received.length >= 4) {
      const size = received.readInt32LE(0);
      if (size < headerBytes || size > largestMessage) return socket.destroy();
      if (received.length < size) break;
      const message = received.subarray(0, size);
      received = received.subarray(size);
      last = last.then(() => run(message)).catch(() => void socket.destroy());
    }
    missing = (received.length >= 4 ? received.readInt32LE(0) : headerBytes) - received.length;
  });
}
