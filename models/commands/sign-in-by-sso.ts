import { randomBytes } from 'node:crypto';
import { recordMail } from '#models/bus/mails';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import { personName } from '#models/contract/parts';
import { dropCalendarKeys } from '#models/db/calendar-keys';
import { endFactorChallenges } from '#models/db/factor-challenges';
import { isEmailTaken } from '#models/db/former-emails';
import type { MailDoc } from '#models/db/mails';
import { type Id, newId } from '#models/db/model';
import { deleteSecondFactors } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { staffRightsOf } from '#models/db/staff-rights';
import { foldEmail, grams } from '#models/db/text';
import type { DbSession } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { isStaff } from '#models/policies/scopes';
import { endGraceEarly } from './account-grace.js';
import { onAddressVerified } from './address-verified.js';

/** A person as an identity provider describes them. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  name: string;
  email: string;
  emailVerified: boolean;
  affiliation: string;
  faculty: string;
  year: number | null;
  /** Whether a claim makes a platform admin; null where none decides. */
  isAdmin: boolean | null;
}

/** Change of an account that a sign-in made, besides the name and address. */
type SsoChange = 'created' | 'linked' | 'role';

/** The account of a sign-in. */
export interface SignedInAccount {
  user: Id;
  role: UserDoc['role'];
  change: SsoChange | null;
  /** Whether sessions that began by a password were ended: the first sign-in by the provider takes the account over. */
  isTakenOver: boolean;
  /** Invitations to the address and a changed role, to publish after the commit. */
  records: RecordDoc[];
  /** Mails to enqueue after the commit. */
  mails: MailDoc[];
  /** Deleted account that gave its address up, to erase after the commit. */
  erased: Id | null;
}

const withoutPassword = 'sso:';
/** A hash that no password has. */
const noPassword = (): string => `${withoutPassword}${randomBytes(16).toString('hex')}`;

/** Whether an account can be confirmed by a password; one that only the provider signs in has none. */
export const hasPassword = ({ passwordHash }: Pick<UserDoc, 'passwordHash'>): boolean => !passwordHash.startsWith(withoutPassword);

/** Whether two people made the person a platform admin in the app, which a missing claim does not undo. */
const isAdminByTwo = (user: UserDoc | null): boolean => user?.role === 'admin' && user.staff?.some(({ scope }) => scope === 'all') === true;

/** Fields that follow the provider at each sign-in. A name that Nadi would refuse is left as it is. */
function followedFields(identity: ProviderIdentity, user: UserDoc | null): Partial<UserDoc> {
  const name = personName.safeParse(identity.name);
  const { affiliation, faculty, year, isAdmin } = identity;
  return {
    ...(name.success && name.data !== user?.name ? { name: name.data, nameGrams: grams(name.data) } : {}),
    ...(affiliation === '' ? {} : { affiliation }),
    ...(faculty === '' ? {} : { faculty }),
    ...(year === null ? {} : { year }),
    ...(isAdmin === null ? {} : { role: isAdmin || isAdminByTwo(user) ? ('admin' as const) : ('user' as const) }),
  };
}

/** The verified address, unless another account has it. */
async function addressFor(session: DbSession, { email, emailVerified }: ProviderIdentity, user: UserDoc): Promise<Partial<UserDoc>> {
  const emailFolded = foldEmail(email);
  if (!emailVerified || emailFolded === user.emailFolded || (await isEmailTaken(session, email, user._id))) return {};
  return { email, emailFolded, pendingEmail: null, verifiedAt: new Date() };
}

async function createAccount(session: DbSession, identity: ProviderIdentity): Promise<SignedInAccount> {
  const name = personName.safeParse(identity.name);
  const { issuer, subject, email } = identity;
  const now = new Date();
  const user: Partial<UserDoc> & { _id: Id } = {
    _id: newId(),
    // The part before the @ where the provider names nobody.
    name: name.success ? name.data : (email.split('@')[0] ?? email),
    email,
    emailFolded: foldEmail(email),
    verifiedAt: now,
    passwordHash: noPassword(),
    sso: { issuer, subject },
    createdAt: now,
    ...followedFields(identity, null),
  };
  user.nameGrams = grams(user.name ?? '');
  await Users.create([user], { session });
  const records = await onAddressVerified(session, user._id);
  return { user: user._id, role: user.role ?? 'user', change: 'created', isTakenOver: false, records, mails: [], erased: null };
}

/**
 * Frees the address of a deleted account that can still be restored but never proved the address. Fails with `deletion_pending`
 * where the account proved it, or is the one of this identity: its password restores it.
 *
 * @returns the account whose grace this ended, if any
 */
async function freeAddress(session: DbSession, { issuer, subject, email }: ProviderIdentity): Promise<Id | null> {
  const inGrace = { grace: { $exists: true } };
  const linked = { ...inGrace, 'sso.issuer': issuer, 'sso.subject': subject };
  if (await Users.findOne(linked, { _id: 1 }, { session }).lean()) return fail('deletion_pending');
  const holder = await Users.findOne({ ...inGrace, emailFolded: foldEmail(email) }, { grace: 1 }, { session }).lean();
  if (!holder?.grace) return null;
  if (holder.grace.account.verifiedAt) return fail('deletion_pending');
  await endGraceEarly(session, holder._id);
  return holder._id;
}

/**
 * Ends what gave access to an account before the provider signed its owner in: whoever set it up may have entered an address that
 * is not theirs. Staff, whom two people appointed, still need their second factor.
 *
 * @returns the mails to enqueue
 */
async function endEarlierAccess(session: DbSession, user: UserDoc): Promise<MailDoc[]> {
  await Sessions.deleteMany({ user: user._id }, { session });
  await dropCalendarKeys(user._id, session);
  await endFactorChallenges(user._id, session);
  if (isStaff(staffRightsOf(user)) || !(await deleteSecondFactors(user._id, session))) return [];
  return [await recordMail({ kind: 'factors_replaced', user: user._id }, session)];
}

/** Records that a claim gave or took the role: re-authorizes the person's open screens, and takes what they had by it. */
async function recordRole(session: DbSession, { _id, role: before }: UserDoc, role: UserDoc['role']): Promise<RecordDoc[]> {
  if (role === before) return [];
  const params = { kind: role === 'admin' ? 'give' : 'take', scopes: 'all' };
  return [await recordActivity(session, { actor: _id, verb: 'staff.changed', object: _id, society: null, open: false, params })];
}

/**
 * Finds or creates the account of a person whom the provider signed in, and brings it up to date.
 *
 * An account from before is linked only by an address that the provider has verified. Its password, sessions, calendar link and
 * second factors end then: the address may never have been proved here. Fails with `sso_unverified`, `suspended` and `deletion_pending`.
 */
export async function signInBySso(session: DbSession, identity: ProviderIdentity): Promise<SignedInAccount> {
  const { issuer, subject, email, emailVerified } = identity;
  const linked = await Users.findOne({ 'sso.issuer': issuer, 'sso.subject': subject, deletedAt: null }, null, { session }).lean();
  if (!linked && (email === '' || !emailVerified)) return fail('sso_unverified');
  const user = linked ?? (await Users.findOne({ emailFolded: foldEmail(email), deletedAt: null }, null, { session }).lean());
  if (!user) {
    const erased = await freeAddress(session, identity);
    return { ...(await createAccount(session, identity)), erased };
  }
  if (user.suspendedAt) return fail('suspended');
  // The account of another person at the provider: an address that was given to somebody else.
  if (!linked && user.sso) return fail('sso_unverified');
  const link = linked ? {} : { sso: { issuer, subject }, passwordHash: noPassword(), verifiedAt: new Date(), pendingEmail: null };
  const fields = { ...followedFields(identity, user), ...(linked ? await addressFor(session, identity, user) : {}), ...link };
  await Users.updateOne({ _id: user._id }, { $set: fields, $inc: { version: 1, rev: 1 } }, { session });
  const mails = linked ? [] : await endEarlierAccess(session, user);
  const isProved = !user.verifiedAt && !linked;
  const role = fields.role ?? user.role;
  const changed = linked ? null : 'linked';
  return {
    user: user._id,
    role,
    change: changed ?? (role === user.role ? null : 'role'),
    isTakenOver: !linked,
    records: [...(isProved ? await onAddressVerified(session, user._id) : []), ...(await recordRole(session, user, role))],
    mails,
    erased: null,
  };
}
