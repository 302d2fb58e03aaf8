import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { type ConsentSubject, consentVersions, type getConsents, type giveConsent, type withdrawConsent } from '#models/contract/consents';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { type ConsentDoc, consentsOf, consentToWire, deletePendingConsent, endConsent, storeConsent } from '#models/db/consents';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { isSensitive, loadSocieties, Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

/** Subjects of which everybody is asked. */
const askedOfAll = ['terms', 'privacy'] as const satisfies ConsentSubject[];

/** Subjects to ask: those whose text has changed since, and of everybody those that were never asked, as with a university's login. */
function subjectsToAsk(consents: readonly ConsentDoc[]): ConsentSubject[] {
  const changed = consents.filter(({ active, subject, version }) => active && version < consentVersions[subject]);
  const answered = new Set(consents.map(({ subject }) => subject));
  return [...new Set([...changed.map(({ subject }) => subject), ...askedOfAll.filter((subject) => !answered.has(subject))])];
}

export const getConsentsAction: Action<typeof getConsents> = async (_nothing, { me }) => {
  const consents = await consentsOf(me._id);
  const own = [...me.roles.keys()].map(toId);
  const societies = await loadSocieties([...own, ...consents.flatMap(({ society }) => society ?? [])]);
  const active = consents.filter((each) => each.active);
  const named = new Set(active.flatMap(({ society }) => (society ? [String(society)] : [])));
  const asked = own.flatMap((id) => {
    const society = societies.get(String(id));
    return society && !society.removedAt && isSensitive(society)
      ? [{ ID: String(id), Name: society.name, Is_Named: named.has(String(id)) }]
      : [];
  });
  return {
    data: consents.map((each) => consentToWire(each, societies.get(String(each.society))?.name)),
    next: null,
    counts: { outdated: subjectsToAsk(consents), societies: asked },
  };
};

/** Society of a consent; required for a sensitive membership, and for nothing else. */
function societyOf(subject: ConsentSubject, society_id: string | undefined): Id | null {
  if ((subject === 'sensitive-membership') !== (society_id !== undefined))
    return fail('validation_failed', { society_id: society_id === undefined ? fieldTexts.required : fieldTexts.unknown_choice });
  return society_id === undefined ? null : toId(society_id);
}

/** Fails unless the person is a member. Writes the membership, so that one that ends at the same time ends the consent, too. */
async function requireMember(session: DbSession, society: Id, user: Id): Promise<void> {
  const found = await Societies.findOne({ _id: society, removedAt: null }, { category: 1 }).session(session).lean();
  if (!found || !isSensitive(found)) return fail('not_found');
  const { matchedCount } = await Memberships.updateOne({ society, user }, { $inc: { version: 1 } }, { session });
  if (matchedCount === 0) return fail('not_found');
}

/** The record by which open screens show the name, or no longer. */
const recordNaming = (session: DbSession, society: Id, user: Id) =>
  recordActivity(session, { actor: user, verb: 'member.naming', object: user, society, open: false });

export const giveConsentAction: Action<typeof giveConsent> = async ({ subject, society_id, version, language }, ctx) => {
  ctx.require('account.edit');
  const [society, user] = [societyOf(subject, society_id), ctx.me._id];
  if (version !== consentVersions[subject]) return fail('validation_failed', { version: fieldTexts.unknown_choice });
  const record = await transactionOf(ctx, async (session) => {
    if (society) await requireMember(session, society, user);
    const isNew = await storeConsent(session, { user, subject, society }, { version, language });
    return isNew && society ? recordNaming(session, society, user) : null;
  });
  if (record) publish(record);
  return { data: { subject, society_id: society_id ?? null, Is_Given: true } };
};

export const withdrawConsentAction: Action<typeof withdrawConsent> = async ({ subject, society_id }, ctx) => {
  ctx.require('account.edit');
  const [society, user] = [societyOf(subject, society_id), ctx.me._id];
  const record = await transactionOf(ctx, async (session) => {
    const isEnded = await endConsent(session, { user, subject, society });
    // What was agreed to with a request that waits.
    await deletePendingConsent(session, { user, subject, society });
    return isEnded && society ? recordNaming(session, society, user) : null;
  });
  if (record) publish(record);
  return { data: { subject, society_id: society_id ?? null, Is_Given: false } };
};
