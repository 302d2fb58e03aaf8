import { Consents } from '#models/db/consents';
import { holdDocuments } from '#models/db/held-documents';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

/** A membership that ended with its person's account, and the consent in force that ended with it. */
export interface HeldMembership extends MembershipDoc {
  consent?: Id;
}

/** Stores a membership of an account in its grace, in the transaction that ends it, and before. */
export async function holdMembership(session: DbSession, user: Id, membership: MembershipDoc): Promise<void> {
  const { society } = membership;
  const named = { user, subject: 'sensitive-membership', society, active: true } as const;
  const consent = await Consents.findOne(named, { _id: 1 }).session(session).lean();
  const held: HeldMembership = { ...membership, ...(consent ? { consent: consent._id } : {}) };
  await holdDocuments(session, user, Memberships.modelName, [held]);
}
