import { type Consent, type ConsentSubject, consentVersions, type GivenConsent } from '#models/contract/consents';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { Loader } from './loader.js';
import { date, defineModel, type Id, mark, maybeDate, maybeRef, needed, newId, ref, toId } from './model.js';
import type { DbSession } from './transaction.js';

/** A consent to a text. Never changed but for its end, so that it shows what was agreed to, and when. */
export interface ConsentDoc {
  _id: Id;
  user: Id;
  subject: ConsentSubject;
  /** Of the subject `sensitive-membership`. */
  society: Id | null;
  /** Version and language of the text that was shown. */
  version: number;
  language: GivenConsent['language'];
  at: Date;
  withdrawnAt: Date | null;
  /** In force: neither withdrawn nor replaced by a later one. */
  active?: true;
  /** Given with a request to join: comes into force with the membership. */
  pending?: true;
}

export const Consents = defineModel<ConsentDoc>(
  'consents',
  {
    user: ref,
    subject: needed,
    society: maybeRef,
    version: { type: Number, required: true },
    language: needed,
    at: date,
    withdrawnAt: maybeDate,
    active: mark,
    pending: mark,
  },
  [
    [
      { user: 1, subject: 1, society: 1 },
      { unique: true, partialFilterExpression: { active: true } },
    ],
    [{ society: 1, user: 1 }, { partialFilterExpression: { active: true } }],
    [{ user: 1, at: -1, _id: -1 }],
    [{ society: 1, user: 1, subject: 1 }, { partialFilterExpression: { pending: true } }],
  ],
);

describeCollection(Consents, {
  description: 'Texts that the person agreed to: which version, in which language, since and until when. Deleted.',
  exportFilter: ofUser,
  omitted: ['active', 'pending'],
  erase: deleteAll(Consents, byUser),
});

/** A consent, for the person only. */
export const consentToWire = (consent: ConsentDoc, societyName: string | undefined): Consent => ({
  ID: String(consent._id),
  Subject: consent.subject,
  Society_ID: consent.society && String(consent.society),
  Society_Name: societyName ?? null,
  Version: consent.version,
  Language: consent.language,
  Given_At: consent.at.toISOString(),
  Withdrawn_At: consent.withdrawnAt?.toISOString() ?? null,
  Is_In_Force: consent.active === true,
});

interface AboutConsent {
  user: Id;
  subject: ConsentSubject;
  society: Id | null;
}

/**
 * Stores a consent, in the transaction of what it goes with. It replaces an earlier one to another version.
 * @returns whether it changed anything: false where this version was agreed to before
 */
export async function storeConsent(
  session: DbSession,
  about: AboutConsent,
  { version, language, at = new Date() }: GivenConsent & { at?: Date },
): Promise<boolean> {
  const before = await Consents.findOne({ ...about, active: true })
    .session(session)
    .lean();
  if (before?.version === version) return false;
  if (before) await Consents.updateOne({ _id: before._id }, { $unset: { active: 1 } }, { session });
  await Consents.create([{ _id: newId(), ...about, version, language, at, withdrawnAt: null, active: true }], { session });
  return true;
}

/** Deletes what a person agreed to with a request that does not lead to a membership. */
export async function deletePendingConsent(session: DbSession, about: AboutConsent): Promise<void> {
  await Consents.deleteMany({ ...about, pending: true }, { session });
}

/**
 * Stores what a person who asks to join, or joins, agreed to with that call; undefined for nothing. It replaces what they agreed
 * to with an earlier one.
 */
export async function setPendingConsent(session: DbSession, about: AboutConsent, consent: GivenConsent | undefined): Promise<void> {
  await deletePendingConsent(session, about);
  if (!consent) return;
  const { version, language } = consent;
  await Consents.create([{ _id: newId(), ...about, version, language, at: new Date(), withdrawnAt: null, pending: true }], { session });
}

/** Puts what a person agreed to with their request into force: they are a member now. */
export async function activateConsent(session: DbSession, about: AboutConsent): Promise<void> {
  const found = await Consents.findOne({ ...about, pending: true })
    .session(session)
    .lean();
  if (!found) return;
  await Consents.deleteOne({ _id: found._id }, { session });
  await storeConsent(session, about, found);
}

/**
 * Ends a consent, in the transaction of what it goes with.
 * @returns whether there was one in force
 */
export async function endConsent(session: DbSession, about: AboutConsent): Promise<boolean> {
  const ended = { $set: { withdrawnAt: new Date() }, $unset: { active: 1 } } as const;
  return (await Consents.updateOne({ ...about, active: true }, ended, { session })).modifiedCount > 0;
}

/**
 * Takes the end of a consent back, in the transaction that takes back what ended it. Leaves it ended where its text has another
 * version now, or where the person has agreed anew.
 */
export async function restoreConsent(session: DbSession, id: Id): Promise<void> {
  const ended = await Consents.findById(id).session(session).lean();
  if (!ended || ended.active || ended.version !== consentVersions[ended.subject]) return;
  const { user, subject, society } = ended;
  if (await Consents.findOne({ user, subject, society, active: true }, { _id: 1 }).session(session).lean()) return;
  await Consents.updateOne({ _id: id }, { $set: { active: true, withdrawnAt: null } }, { session });
}

const mostListed = 500;

/** The person's consents, newest first. */
export const consentsOf = (user: Id): Promise<ConsentDoc[]> =>
  Consents.find({ user, pending: null }).sort({ at: -1, _id: -1 }).limit(mostListed).lean().exec();

/** People who agreed to be named in a society. */
export async function namedPeople(society: Id): Promise<Id[]> {
  const found = await Consents.find({ society, subject: 'sensitive-membership', active: true }, { _id: 0, user: 1 }).lean();
  return found.map(({ user }) => user);
}

/** Key of a person's consent to be named in a society, in `namedLoader`. */
export const namedKey = (society: Id | string, user: Id | string): string => `${society}/${user}`;

/** Consents to be named in a society, by `namedKey`. Read them fresh: a withdrawal counts at once. */
export const namedLoader = new Loader<true>(async (keys) => {
  const [societies, users] = [0, 1].map((part) => [...new Set(keys.map((key) => key.split('/')[part] as string))].map(toId));
  const found = await Consents.find(
    { society: { $in: societies ?? [] }, user: { $in: users ?? [] }, subject: 'sensitive-membership', active: true },
    { _id: 0, society: 1, user: 1 },
  ).lean();
  return new Map(found.map(({ society, user }) => [namedKey(society as Id, user), true]));
});
