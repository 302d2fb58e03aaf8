import type { Socket } from 'node:net';
import { deserialize } from 'bson';
import { decode, encode } from './collection.js';
import type { Doc } from './values.js';

const [opReply, opQuery, opMsg] = [1, 2004, 2013];
const headerBytes = 16;
const largestMessage = 48_000_000;
const moreToCome = 2;

/** A command as it came. Documents to insert stay as they came; other sequences of documents do too. */
export interface WireMessage {
  body: Doc;
  documents: Uint8Array[] | undefined;
}

function cstringEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw new Error('A message ends too early');
  return end;
}

/** Only the very first message of a driver is a query of the old kind. */
function parseQuery(bytes: Buffer): WireMessage {
  const body = decode(bytes.subarray(cstringEnd(bytes, headerBytes + 4) + 1 + 8));
  if (!('ismaster' in body || 'hello' in body)) throw new Error('An old query is no hello');
  return { body: { ...body, $db: 'admin' }, documents: undefined };
}

/** The body of a command; documents to insert in it are not decoded, so that numbers keep their types. */
function parseBody(raw: Buffer): WireMessage {
  if (raw.toString('latin1', 5, 12) !== 'insert\0') return { body: decode(raw), documents: undefined };
  const { documents, ...body } = deserialize(raw, { promoteBuffers: false, fieldsAsRaw: { documents: true } });
  return { body, documents: Array.isArray(documents) ? documents : undefined };
}

function parseMessage(bytes: Buffer): WireMessage {
  let message: WireMessage | undefined;
  let documents: Uint8Array[] | undefined;
  for (let at = headerBytes + 4; at < bytes.length; ) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > bytes.length || (kind !== 0 && kind !== 1)) throw new Error('A message has a malformed section');
    const section = bytes.subarray(at, at + size);
    at += size;
    if (kind === 0) message = parseBody(section);
    else documents = [...pieces(section, cstringEnd(section, 4) + 1)];
  }
  if (!message) throw new Error('A message has no body');
  return { body: message.body, documents: documents ?? message.documents };
}

/** Splits consecutive documents, each of which starts with its own length. */
function* pieces(bytes: Buffer, from: number): Generator<Buffer> {
  for (let at = from; at < bytes.length; ) {
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > bytes.length) throw new Error('A sequence of documents is malformed');
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** `trailer` holds the last fields of the reply, encoded, and the end of its document. */
function answer(id: number, isQuery: boolean, reply: Doc | Buffer, trailer: Buffer): Buffer {
  const body = reply instanceof Buffer ? reply : encode({ ok: 1, ...reply });
  const head = Buffer.alloc(headerBytes + (isQuery ? 20 : 5));
  const size = body.length - 1 + trailer.length;
  body.writeInt32LE(size, 0);
  head.writeInt32LE(head.length + size, 0);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(isQuery ? opReply : opMsg, 12);
  if (isQuery) head.writeInt32LE(1, headerBytes + 16);
  return Buffer.concat([head, body.subarray(0, -1), trailer]);
}

/** Cuts what arrives into messages, and answers them in their order. A message that cannot be read ends the connection. */
export function serve(socket: Socket, handle: (message: WireMessage) => Promise<Doc | Buffer>, trailer: () => Buffer): void {
  let received = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let missing = headerBytes;
  let last = Promise.resolve();
  const run = async (bytes: Buffer) => {
    const [id, opCode, flags] = [bytes.readInt32LE(4), bytes.readInt32LE(12), bytes.readUInt32LE(headerBytes)];
    if (opCode !== opQuery && (opCode !== opMsg || flags & 0xffff & ~moreToCome)) throw new Error('A message of an unknown kind');
    const reply = await handle(opCode === opMsg ? parseMessage(bytes) : parseQuery(bytes));
    if (!(flags & moreToCome) && !socket.destroyed) socket.write(answer(id, opCode === opQuery, reply, trailer()));
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
