import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AttendanceDoc, Attendances } from './attendances.js';
import { type Id, toId } from './model.js';
import { signingKey } from './signing-keys.js';

const signed = (key: Buffer, id: string): Buffer => createHmac('sha256', key).update(id).digest().subarray(0, 16);

/** Code of a ticket: the attendance's id, signed, short enough for a small QR code. */
export async function ticketCode({ _id }: Pick<AttendanceDoc, '_id'>): Promise<string> {
  return `${_id}.${signed(await signingKey('ticketKey'), String(_id)).toString('base64url')}`;
}

/** The attendance of a ticket code; null for a forged code or one of another event. */
export async function attendanceOfCode(event: Id, code: string): Promise<AttendanceDoc | null> {
  const [, id = '', signature = ''] = /^([0-9a-f]{24})\.([\w-]{22})$/.exec(code) ?? [];
  if (id === '') return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = signed(await signingKey('ticketKey'), id);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return Attendances.findOne({ _id: toId(id), event }).lean();
}
