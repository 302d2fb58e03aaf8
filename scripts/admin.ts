import { recordAuditEntry } from '#models/db/audit-draft';
import { connect, disconnect } from '#models/db/connect';
import type { Id } from '#models/db/model';
import { SecondFactors } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { foldEmail } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { storeUris } from '#models/env';

/** Removes the second factors of an account whose owner lost them all, and ends its sessions. */
const removeFactors = (user: Id): Promise<void> =>
  transaction(async (session) => {
    await SecondFactors.deleteMany({ user }, { session });
    await Sessions.deleteMany({ user }, { session });
    const subject = { kind: 'user', id: String(user) };
    const origin = { society: null, address: '', device: 'scripts/admin' };
    await recordAuditEntry(
      { call: 'removeSecondFactor', actor: null, staff: false, subject, details: { factor: 'all' }, ...origin },
      session,
    );
  });

const [email = '', option] = process.argv.slice(2);
await connect(storeUris().mongoUri);
const removesFactors = option === '--remove-second-factors';
// An account that can still be restored keeps its factors, which its owner may lose meanwhile.
const present = removesFactors ? {} : { deletedAt: null };
const user = await Users.findOne({ emailFolded: foldEmail(email), ...present }, { _id: 1 }).lean();
process.exitCode = user ? 0 : 1;
if (!user) console.log(`Nobody has registered as ${email}.`);
else if (removesFactors) {
  await removeFactors(user._id);
  console.log(`${email} has no second factor now.`);
} else {
  await Users.updateOne({ _id: user._id }, { $set: { role: 'admin' }, $inc: { version: 1 } });
  console.log(`${email} is a platform admin now.`);
}
await disconnect();
