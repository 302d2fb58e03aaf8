import type { Binary, ObjectId } from 'bson';
import { bytesOf, type Doc, keysOf, MongoError, typeOrder } from './values.js';

// Keys are strings of bytes (one character a byte) which sort by `<` as MongoDB sorts the values. No value's bytes are the
// beginning of another's, so that values can follow one another in one key.

export interface IndexField {
  path: string;
  parts: readonly string[];
  descending: boolean;
}

const scratch = Buffer.alloc(12);

function numberBytes(value: number): string {
  if (Number.isNaN(value)) return '\0'.repeat(8);
  scratch.writeDoubleBE(value === 0 ? 0 : value);
  if (value < 0) return inverted(scratch.toString('latin1', 0, 8));
  scratch[0] = scratch.readUInt8() + 0x80;
  return scratch.toString('latin1', 0, 8);
}

/** In UTF-8, which plain ASCII is already; a zero byte in it is not the end. */
function textBytes(text: string): string {
  const utf8 = Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
  return `${utf8.includes('\0') ? utf8.replaceAll('\0', '\0\xff') : utf8}\0`;
}

function binaryBytes(value: Binary): string {
  scratch.writeUInt32BE(value.position);
  scratch[4] = value.sub_type;
  return scratch.toString('latin1', 0, 5) + Buffer.from(bytesOf(value)).toString('latin1');
}

/** First byte of an encoded value: its type. */
const typeChar = (value: unknown): string => String.fromCharCode(typeOrder(value) + 2);

function fieldsBytes(doc: Doc): string {
  const fields = Object.entries(doc).map(([name, value]) => typeChar(value) + textBytes(name) + valueBytes(value));
  return fields.join('');
}

function valueBytes(value: unknown): string {
  const order = typeOrder(value);
  const type = String.fromCharCode(order + 2);
  if (order === 15) return type + textBytes(value as string);
  if (order === 20) return `${type}${fieldsBytes(value as Doc)}\0`;
  if (order === 25) return `${type + (value as unknown[]).map(valueBytes).join('')}\0`;
  if (order === 30) return type + binaryBytes(value as Binary);
  if (order !== 35) return order < 10 ? type : type + numberBytes(Number(value));
  scratch.set((value as ObjectId).id);
  return type + scratch.toString('latin1');
}

function inverted(key: string): string {
  const bytes = Buffer.from(key, 'latin1');
  for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i] ?? 0) ^ 0xff;
  return bytes.toString('latin1');
}

/** The bytes of one value of an index field. */
export const valueKey = (value: unknown, descending: boolean): string => (descending ? inverted(valueBytes(value)) : valueBytes(value));

/** Prefix of all values of this one's type. */
export const typeKey = (value: unknown, descending: boolean): string => (descending ? inverted(typeChar(value)) : typeChar(value));

/** The first key after all that begin with this one. */
export function keyAfter(prefix: string): string {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 255) end--;
  return end === 0 ? '\xff'.repeat(16) : prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}

export const recordKeyLength = 6;

/** The record's number, which ends each key of an index and makes it one of its kind. */
export function recordKey(id: number): string {
  scratch.writeUIntBE(id, 0, recordKeyLength);
  return scratch.toString('latin1', 0, recordKeyLength);
}

/** The number of the record that a key ends with. */
export const recordOf = (key: string): number =>
  scratch.write(key.slice(-recordKeyLength), 'latin1') && scratch.readUIntBE(0, recordKeyLength);

const parallelArrays = (path: string, other: string): MongoError =>
  new MongoError(171, `cannot index parallel arrays [${path}] [${other}]`);

/** All keys of a document in an index, without the record's number. */
export function documentKeys(doc: Doc, fields: readonly IndexField[]): string[] {
  const keys = keysOf(
    doc,
    fields.map(({ parts }) => parts),
    parallelArrays,
  );
  const bytes = keys.map((key) => fields.map(({ descending }, i) => valueKey(key[i], descending)).join(''));
  return bytes.length > 1 ? [...new Set(bytes)] : bytes;
}
