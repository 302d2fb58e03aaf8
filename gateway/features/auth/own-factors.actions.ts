import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { askSecondFactor, checkProof } from '#gateway/plugins/second-factor/proofs';
import { liveMessage } from '#models/bus/live-stream';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { publishWithRetry } from '#models/bus/publish';
import { hasPassword } from '#models/commands/sign-in-by-sso';
import { sessionEnded } from '#models/contract/auth';
import { fail } from '#models/contract/failure';
import { roomOf } from '#models/contract/rooms';
import type {
  getSecondFactors,
  makeRecoveryCodes as makeRecoveryCodesCall,
  removeSecondFactor as removeSecondFactorCall,
  renamePasskey as renamePasskeyCall,
} from '#models/contract/second-factors';
import type {
  confirmSecondFactor as confirmSecondFactorCall,
  ProofInput,
  ProofMethod,
  startSecondFactorCheck,
} from '#models/contract/second-step';
import { ownChanged } from '#models/contract/users';
import { noteAudit } from '#models/db/audit-draft';
import { endFactorChallenge, newFactorChallenge } from '#models/db/factor-challenges';
import { invalidate } from '#models/db/invalidate';
import { toId } from '#models/db/model';
import { isFactor, methodsOf, replaceRecoveryCodes, SecondFactors, secondFactorsOf, secondFactorToWire } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { foldEmail } from '#models/db/text';
import type { DbSession } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { checkStep, confirmOwner, ownSession, ownStep, requireProved } from './own-session.js';

export const getSecondFactorsAction: Action<typeof getSecondFactors> = async (_nothing, ctx) => {
  const [own, session, user] = await Promise.all([
    secondFactorsOf(ctx.me._id),
    ownSession(ctx),
    Users.findById(ctx.me._id, { passwordHash: 1 }).lean(),
  ]);
  const factors = own.filter(isFactor);
  return {
    data: {
      Factors: factors.map(secondFactorToWire),
      Recovery_Codes: own.length - factors.length,
      Is_Confirmed: session.secondFactor !== undefined,
      Has_Password: user !== null && hasPassword(user),
    },
  };
};

export const startSecondFactorCheckAction: Action<typeof startSecondFactorCheck> = async (_nothing, ctx) => ({
  data: { challenge: await newFactorChallenge(checkStep(ctx)), methods: methodsOf(await secondFactorsOf(ctx.me._id)) },
});

/** Ends every other session, and this one's second factor. Returns the ids of the ended ones. */
async function endProved({ me, session: own }: Ctx, session: DbSession): Promise<string[]> {
  const others = { user: me._id, _id: { $ne: own ?? '' } };
  const ended = (await Sessions.find(others, { _id: 1 }, { session }).lean()).map(({ _id }) => _id);
  await Sessions.deleteMany(others, { session });
  await Sessions.updateOne({ _id: own ?? '', secondFactor: { $ne: 'sso' } }, { $unset: { secondFactor: 1 } }, { session });
  return ended;
}

/** After the last factor was removed: closes the screens of ended sessions, and re-authorizes those of this one. */
function publishUnproved({ me, session }: Ctx, ended: readonly string[]): void {
  invalidate.sessions([session ?? '', ...ended]);
  const room = [roomOf('user', me.id)];
  if (ended.length > 0) publishWithRetry(liveMessage(sessionEnded, room, { reason: 'signed_out', session_ids: [...ended] }));
  publishWithRetry(liveMessage(ownChanged, room, { kind: 'privacy', id: me.id, on: true, version: 0 }));
}

/** Makes the check of a proof in the caller's session, once. */
function makeProve(passwords: RateLimits['passwords'], publicUrl: string) {
  return async (ctx: Ctx, proof: ProofInput): Promise<ProofMethod> => {
    const step = await ownStep(ctx, proof.challenge, 'check');
    const method = await passwords.secondFactor(foldEmail(ctx.me.email), ctx.client, () => checkProof(step, proof, publicUrl));
    if (!method) return fail('wrong_factor');
    if (!(await endFactorChallenge(step))) return fail('factor_expired');
    if (method === 'recovery') enqueueMailInBackground(await recordMail({ kind: 'recovery_code_used', user: ctx.me._id }));
    return method;
  };
}

const makeRenamePasskey =
  (passwords: RateLimits['passwords']): Action<typeof renamePasskeyCall> =>
  async ({ factor_id, name, password }, ctx) => {
    const user = ctx.me._id;
    await confirmOwner(ctx, passwords, password);
    await requireProved(ctx, await secondFactorsOf(user));
    noteAudit({ details: { factor: 'passkey' } });
    const passkey = { _id: toId(factor_id), user, kind: 'passkey' as const };
    const renamed = await SecondFactors.findOneAndUpdate(passkey, { $set: { name } }, { returnDocument: 'after' }).lean();
    return { data: { factor: secondFactorToWire(renamed ?? fail('not_found')) } };
  };

/** Makes the actions on one's own second factors, besides adding them. */
export function makeOwnFactorActions({ passwords }: RateLimits, publicUrl: string) {
  const prove = makeProve(passwords, publicUrl);

  const confirmSecondFactor: Action<typeof confirmSecondFactorCall> = async (proof, ctx) => {
    noteAudit({ details: { factor: proof.method } });
    const secondFactor = await prove(ctx, proof);
    await Sessions.updateOne({ _id: ctx.session ?? '' }, { $set: { secondFactor } });
    invalidate.sessions([ctx.session ?? '']);
    return { data: {} };
  };

  const removeSecondFactor: Action<typeof removeSecondFactorCall> = async ({ factor_id, password, proof }, ctx) => {
    const id = toId(factor_id);
    const user = ctx.me._id;
    await confirmOwner(ctx, passwords, password);
    const own = await secondFactorsOf(user);
    const factor = own.find((each) => isFactor(each) && each._id.equals(id)) ?? fail('not_found');
    noteAudit({ details: { factor: factor.kind } });
    const isLast = own.filter(isFactor).length === 1;
    if (!isLast) await requireProved(ctx, own);
    else if (proof) await prove(ctx, proof);
    else await askSecondFactor(checkStep(ctx), own);
    const { ended, mail } = await transactionOf(ctx, async (session) => {
      const { deletedCount } = await SecondFactors.deleteOne({ _id: id, user }, { session });
      const left = (await secondFactorsOf(user, session)).filter(isFactor).length;
      // Another call has removed the other one meanwhile: the last needs a proof.
      if (deletedCount === 0 || (left === 0 && !isLast)) return fail('not_found');
      if (left === 0) await SecondFactors.deleteMany({ user }, { session });
      return {
        ended: left === 0 ? await endProved(ctx, session) : null,
        mail: await recordMail({ kind: 'factor_removed', user }, session),
      };
    });
    if (ended) publishUnproved(ctx, ended);
    enqueueMailInBackground(mail);
    return { data: {} };
  };

  const makeRecoveryCodes: Action<typeof makeRecoveryCodesCall> = async ({ password }, ctx) => {
    await confirmOwner(ctx, passwords, password);
    const { codes, mail } = await transactionOf(ctx, async (session) => {
      const own = await secondFactorsOf(ctx.me._id, session);
      if (!own.some(isFactor)) return fail('not_found');
      await requireProved(ctx, own);
      const made = await replaceRecoveryCodes(ctx.me._id, session);
      return { codes: made, mail: await recordMail({ kind: 'recovery_codes_made', user: ctx.me._id }, session) };
    });
    enqueueMailInBackground(mail);
    return { data: { recovery_codes: codes } };
  };

  return { confirmSecondFactor, removeSecondFactor, renamePasskey: makeRenamePasskey(passwords), makeRecoveryCodes };
}
