import { fail } from '#models/contract/failure';
import { hashAddress } from './one-time-tokens.js';
import { foldEmail } from './text.js';
import type { DbSession } from './transaction.js';
import type { FormerEmail } from './user-states.js';
import { type UserDoc, Users } from './users.js';

const undoableDays = 7;
/** How long a change of address can be undone from the old address, and how long the old address stays reserved. */
export const undoableMs = undoableDays * 86_400_000;
/** Maximum undoable changes: further changes are refused, so that none is displaced by later ones. */
const mostFormer = 10;

const isLive = ({ until }: FormerEmail): boolean => until.getTime() > Date.now();

/** Former addresses of an account including the current one, oldest first. An address that is listed already keeps its position. */
export function formerWith({
  email,
  emailFolded,
  formerEmails = [],
}: Pick<UserDoc, 'email' | 'emailFolded' | 'formerEmails'>): FormerEmail[] {
  const until = new Date(Date.now() + undoableMs);
  const live = formerEmails.filter(isLive);
  if (live.some((former) => former.emailFolded === emailFolded))
    return live.map((former) => (former.emailFolded === emailFolded ? { ...former, until } : former));
  if (live.length >= mostFormer) return fail('too_many_requests');
  return [...live, { email, emailFolded, until }];
}

/** The address that a mailed link restores, and the earlier ones, which stay restorable. */
export function formerOf({ formerEmails = [] }: Pick<UserDoc, 'formerEmails'>, hash: string) {
  const at = formerEmails.findIndex((former) => isLive(former) && hashAddress(former.emailFolded) === hash);
  const former = formerEmails[at];
  return former ? { former, earlier: formerEmails.slice(0, at) } : null;
}

/** Checks whether another account has this address or can still get it back. */
export async function isEmailTaken(session: DbSession, email: string, own?: UserDoc['_id']): Promise<boolean> {
  const emailFolded = foldEmail(email);
  const others = own ? { _id: { $ne: own } } : {};
  if (await Users.findOne({ emailFolded, ...others }, { _id: 1 }, { session }).lean()) return true;
  const holders = await Users.find({ 'formerEmails.emailFolded': emailFolded, ...others }, { formerEmails: 1 }, { session }).lean();
  return holders.some(({ formerEmails = [] }) => formerEmails.some((former) => former.emailFolded === emailFolded && isLive(former)));
}
