import { accountRestoredMessage, enqueueRestoration } from '#models/bus/account-deletion';
import { publishWithRetry } from '#models/bus/publish';
import { restoreFromGrace } from '#models/commands/account-grace';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';

/** An account as a sign-in looks at it. */
export type FoundOwner = Pick<UserDoc, '_id' | 'passwordHash' | 'suspendedAt' | 'deletedAt' | 'role' | 'staff'> & {
  grace?: { until: Date; account: Pick<UserDoc, 'role' | 'staff'> };
};

/** An account, with the password that was right for it. */
export type PasswordOwner = Pick<UserDoc, '_id' | 'passwordHash'>;

/** Fields that a sign-in reads of an account. */
export const ownerFields = {
  passwordHash: 1,
  suspendedAt: 1,
  deletedAt: 1,
  role: 1,
  staff: 1,
  'grace.until': 1,
  'grace.account.role': 1,
  'grace.account.staff': 1,
} as const;

/**
 * An account that can sign in, with its rights as staff and whether it was deleted and can be restored; null for one that is
 * deleted for good.
 */
export function presentOwner<O extends FoundOwner>({ grace, ...owner }: O) {
  const isRestorable = grace !== undefined && grace.until > new Date();
  if (owner.deletedAt && !isRestorable) return null;
  const { role, staff = [] } = grace?.account ?? owner;
  return { ...owner, role, staff, isRestorable };
}

/**
 * Takes the deletion of an account back. Returns its state, as a sign-in looks at it; null where it was erased since, or has
 * another password.
 */
export async function restoreOwner({ _id, passwordHash }: PasswordOwner): Promise<(PasswordOwner & Pick<UserDoc, 'suspendedAt'>) | null> {
  const restored = await transaction((session) => restoreFromGrace(session, _id));
  if (restored) {
    publishWithRetry(accountRestoredMessage(_id, restored.version));
    if (restored.returning) enqueueRestoration(_id, restored.returning.since);
    return restored;
  }
  // Restored by another call at once, or erased since.
  return Users.findOne({ _id, passwordHash, deletedAt: null }).lean();
}
