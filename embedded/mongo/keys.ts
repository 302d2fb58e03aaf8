import type { Binary, Long, ObjectId } from 'bson';
import { compare, type Doc, indexValues, MongoError, typeOrder } from './values.js';

/**
 * Keys are strings of bytes (one character a byte) which sort by `<` as MongoDB sorts the values. No value's bytes are the
 * beginning of another's, so that values can follow one another in one key.
 */
export interface IndexField {
  path: string;
  descending: boolean;
}

let bytes = Buffer.allocUnsafe(1024);
let length = 0;

function reserve(size: number): void {
  if (length + size <= bytes.length) return;
  const larger = Buffer.allocUnsafe((length + size) * 2);
  bytes.copy(larger, 0, 0, length);
  bytes = larger;
}

function putByte(byte: number): void {
  reserve(1);
  bytes[length++] = byte;
}

function putString(text: string): void {
  reserve(text.length * 3 + 1);
  if (!text.includes('\0')) length += bytes.write(text, length);
  else for (const byte of Buffer.from(text)) for (const part of byte === 0 ? [0, 255] : [byte]) putByte(part);
  putByte(0);
}

function putDouble(value: number): void {
  reserve(8);
  if (Number.isNaN(value)) {
    bytes.fill(0, length, length + 8);
  } else {
    bytes.writeDoubleBE(value === 0 ? 0 : value, length);
    if ((bytes[length] ?? 0) & 0x80) invert(length, length + 8);
    else bytes[length] = (bytes[length] ?? 0) ^ 0x80;
  }
  length += 8;
}

/** The nearest double, then what a 64-bit or decimal number has beyond it. */
function putNumber(value: unknown): void {
  const near = typeof value === 'number' ? value : Number(String(value));
  putDouble(near);
  const type = (value as { _bsontype?: string })._bsontype;
  const rest = type === 'Long' ? Number((value as Long).toBigInt() - BigInt(near)) : type === 'Decimal128' ? compare(value, near) : 0;
  reserve(2);
  length = bytes.writeUInt16BE(rest + 32_768, length);
}

function invert(from: number, to: number): void {
  for (let i = from; i < to; i++) bytes[i] = (bytes[i] ?? 0) ^ 0xff;
}

function putBinary(value: Binary | Uint8Array): void {
  const content = value instanceof Uint8Array ? value : value.buffer.subarray(0, value.position);
  reserve(5 + content.length);
  length = bytes.writeUInt32BE(content.length, length);
  putByte(value instanceof Uint8Array ? 0 : value.sub_type);
  bytes.set(content, length);
  length += content.length;
}

const typeByte = (value: unknown): number => typeOrder(value) + 2;

function putValue(value: unknown): void {
  const order = typeOrder(value);
  putByte(order + 2);
  if (order === 10) putNumber(value);
  else if (order === 20) {
    for (const [name, inner] of Object.entries(value as Doc)) {
      putByte(typeByte(inner));
      putString(name);
      putValue(inner);
    }
    putByte(0);
  } else if (order === 25) {
    for (const inner of value as unknown[]) putValue(inner);
    putByte(0);
  } else if (order === 30) putBinary(value as Binary);
  else if (order === 35) {
    reserve(12);
    bytes.set((value as ObjectId).id, length);
    length += 12;
  } else if (order === 40 || order === 45) putDouble(Number(value));
  else if (order > 5 && order < 127) putString(String(value));
}

function taken(from = 0): string {
  return bytes.toString('latin1', from, length);
}

/** The bytes of one value of an index field. */
export function valueKey(value: unknown, descending: boolean): string {
  length = 0;
  putValue(value);
  if (descending) invert(0, length);
  return taken();
}

/** What all values of this one's type begin with. */
export function typeKey(value: unknown, descending: boolean): string {
  return String.fromCharCode(descending ? typeByte(value) ^ 0xff : typeByte(value));
}

/** What all strings that begin with this text begin with. */
export function textPrefixKey(text: string, descending: boolean): string {
  length = 0;
  putByte(typeByte(text));
  putString(text);
  length--;
  if (descending) invert(0, length);
  return taken();
}

/** The first key after all that begin with this one. */
export function keyAfter(prefix: string): string {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 255) end--;
  return end === 0 ? '\xff'.repeat(16) : prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}

export const recordKeyLength = 6;

/** The record's number, which ends each key of an index and makes it one of its kind. */
export function recordKey(id: number): string {
  length = 0;
  reserve(recordKeyLength);
  length = bytes.writeUIntBE(id, 0, recordKeyLength);
  return taken();
}

/** The number of the record that a key ends with. */
export function recordOf(key: string): number {
  let id = 0;
  for (let i = key.length - recordKeyLength; i < key.length; i++) id = id * 256 + key.charCodeAt(i);
  return id;
}

/** All keys of a document in an index, without the record's number. */
export function documentKeys(doc: Doc, fields: readonly IndexField[]): string[] {
  let keys = [''];
  let array: string | undefined;
  for (const { path, descending } of fields) {
    const values = indexValues(doc, path);
    if (values.length === 1) {
      const key = valueKey(values[0], descending);
      keys = keys.length === 1 ? [keys[0] + key] : keys.map((start) => start + key);
      continue;
    }
    const root = path.split('.', 1)[0];
    if (array !== undefined && array !== root) throw new MongoError(171, `cannot index parallel arrays [${path}] [${array}]`);
    array = root;
    const ends = values.map((value) => valueKey(value, descending));
    keys = keys.flatMap((start) => ends.map((end) => start + end));
  }
  return keys;
}
