import { createHmac } from 'node:crypto';
import { doorCodeLength } from '#models/contract/door';
import { doorTimes } from '#models/contract/limits';
import type { Id } from './model.js';
import { signingKey } from './signing-keys.js';

const { stepMs, lateMs } = doorTimes;

/** Number of the time step in which a code is shown. */
const stepOf = (at: number): number => Math.floor(at / stepMs);

/** Secret of one event's door; never leaves the server. */
const secretOf = async (event: Id): Promise<Buffer> =>
  createHmac('sha256', await signingKey('doorKey'))
    .update(`door ${event}`)
    .digest();

/** Digits of a step, from the first 48 bits of its signature. */
function codeOfStep(secret: Buffer, step: number): string {
  const number = createHmac('sha256', secret).update(String(step)).digest().readUIntBE(0, 6);
  return String(number % 10 ** doorCodeLength).padStart(doorCodeLength, '0');
}

/** Code that the door screen of an event shows at this time, and for how many more milliseconds. */
export async function doorCode(event: Id, now = Date.now()): Promise<{ code: string; changesIn: number }> {
  return { code: codeOfStep(await secretOf(event), stepOf(now)), changesIn: stepMs - (now % stepMs) };
}

/** When a code was shown, and whether it is still good by itself. */
export interface ShownCode {
  from: Date;
  isCurrent: boolean;
}

/**
 * Finds when a code was shown: it is current in its own step and the next. `isLate` looks back ten minutes for the newest step
 * with this code. Null for any other code.
 */
export async function findShownCode(event: Id, code: string, isLate: boolean, now = Date.now()): Promise<ShownCode | null> {
  const [secret, last] = [await secretOf(event), stepOf(now)];
  const oldest = isLate ? stepOf(now - lateMs) : last - 1;
  for (let step = last; step >= oldest; step--)
    if (codeOfStep(secret, step) === code) return { from: new Date(step * stepMs), isCurrent: step >= last - 1 };
  return null;
}
