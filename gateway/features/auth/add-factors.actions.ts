import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { createdPasskey, passkeyCreation } from '#gateway/plugins/second-factor/passkeys';
import { newTotpSecret, showTotp, stepOfCode } from '#gateway/plugins/second-factor/totp';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { fail } from '#models/contract/failure';
import { factorLimits } from '#models/contract/limits';
import type {
  addPasskey as addPasskeyCall,
  addTotp as addTotpCall,
  startPasskey as startPasskeyCall,
  startTotp as startTotpCall,
} from '#models/contract/second-factors';
import { endFactorChallenge, type FactorChallengeDoc, newFactorChallenge, takePasskeyChallenge } from '#models/db/factor-challenges';
import { invalidate } from '#models/db/invalidate';
import { isDuplicate } from '#models/db/locks';
import { newId } from '#models/db/model';
import { findMailedCode, spendMailedCode } from '#models/db/one-time-tokens';
import { openSecret, sealSecret } from '#models/db/sealed-secrets';
import { isFactor, replaceRecoveryCodes, type SecondFactorDoc, SecondFactors, secondFactorsOf } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { foldEmail } from '#models/db/text';
import { confirmOwner, needsMailedCode, ownStep, requireProved } from './own-session.js';

const passkeysOf = (own: readonly SecondFactorDoc[]): SecondFactorDoc[] => own.filter(({ kind }) => kind === 'passkey');

function checkRoom(own: readonly SecondFactorDoc[]): void {
  if (passkeysOf(own).length >= factorLimits.passkeys) fail('factors_full');
}

/** Checks the mailed code that a first factor of staff takes, and returns what its step stores; others need none. Fails on a wrong one. */
async function checkMailedCode(
  ctx: Ctx,
  passwords: RateLimits['passwords'],
  own: readonly SecondFactorDoc[],
  code: string | undefined,
): Promise<Pick<FactorChallengeDoc, 'mailedCode'>> {
  if (!needsMailedCode(ctx, own)) return {};
  if (code === undefined) return fail('mailed_code_needed');
  const email = foldEmail(ctx.me.email);
  const mailedCode = await passwords.secondFactor(email, ctx.client, () => findMailedCode(ctx.me._id, email, code));
  return mailedCode === null ? fail('wrong_mailed_code') : { mailedCode };
}

type NewFactor = Pick<SecondFactorDoc, 'name'> & { kind: 'totp' | 'passkey' } & Partial<SecondFactorDoc>;

/**
 * Adds a factor that was proved, and finishes its step. The session counts as one with a second factor from then on. Returns the
 * first factor's recovery codes; an app replaces the earlier one.
 */
async function addFactor(ctx: Ctx, step: FactorChallengeDoc, factor: NewFactor): Promise<{ ID: string; recovery_codes: string[] }> {
  const user = ctx.me._id;
  const { made, codes, mail } = await transactionOf(ctx, async (session) => {
    if (!(await endFactorChallenge(step, session))) return fail('factor_expired');
    const own = await secondFactorsOf(user, session);
    await requireProved(ctx, own);
    if (needsMailedCode(ctx, own)) {
      const { mailedCode = fail('mailed_code_needed') } = step;
      if (!(await spendMailedCode(session, user, mailedCode))) return fail('factor_expired');
    }
    if (factor.kind === 'passkey') checkRoom(own);
    else await SecondFactors.deleteMany({ user, kind: 'totp' }, { session });
    const doc: SecondFactorDoc = { _id: newId(), user, createdAt: new Date(), usedAt: null, ...factor };
    await SecondFactors.create([doc], { session });
    const isFirst = !own.some(isFactor);
    await Sessions.updateOne({ _id: ctx.session ?? '' }, { $set: { secondFactor: factor.kind } }, { session });
    return {
      made: doc._id,
      codes: isFirst ? await replaceRecoveryCodes(user, session) : [],
      mail: await recordMail({ kind: 'factor_added', user }, session),
    };
  });
  invalidate.sessions([ctx.session ?? '']);
  enqueueMailInBackground(mail);
  return { ID: String(made), recovery_codes: codes };
}

/** Makes the actions that add an authenticator app. */
function makeTotpActions({ passwords }: RateLimits) {
  const startTotp: Action<typeof startTotpCall> = async ({ password, mailed_code }, ctx) => {
    const { me, session } = ctx;
    await confirmOwner(ctx, passwords, password);
    const own = await secondFactorsOf(me._id);
    await requireProved(ctx, own);
    const mailed = await checkMailedCode(ctx, passwords, own, mailed_code);
    const secret = newTotpSecret();
    const sealed = await sealSecret(me.id, secret);
    const challenge = await newFactorChallenge({ purpose: 'addTotp', user: me._id, boundTo: session ?? '', secret: sealed, ...mailed });
    return { data: { challenge, ...showTotp(secret, me.email) } };
  };

  const addTotp: Action<typeof addTotpCall> = async ({ challenge, code }, ctx) => {
    const step = await ownStep(ctx, challenge, 'addTotp');
    const secret = step.secret ?? '';
    const opened = await openSecret(ctx.me.id, secret);
    const lastStep = await passwords.secondFactor(foldEmail(ctx.me.email), ctx.client, async () => stepOfCode(opened, code));
    if (lastStep === null) return fail('wrong_factor');
    return { data: await addFactor(ctx, step, { kind: 'totp', name: '', secret, lastStep }) };
  };

  return { startTotp, addTotp };
}

/** Makes the actions that add a passkey. */
function makePasskeyActions({ passwords }: RateLimits, publicUrl: string) {
  const startPasskey: Action<typeof startPasskeyCall> = async ({ password, mailed_code }, ctx) => {
    const { me, session } = ctx;
    await confirmOwner(ctx, passwords, password);
    const own = await secondFactorsOf(me._id);
    await requireProved(ctx, own);
    const mailed = await checkMailedCode(ctx, passwords, own, mailed_code);
    checkRoom(own);
    const { options, challenge: passkey } = await passkeyCreation(publicUrl, me, passkeysOf(own));
    const challenge = await newFactorChallenge({ purpose: 'addPasskey', user: me._id, boundTo: session ?? '', passkey, ...mailed });
    return { data: { challenge, options } };
  };

  const addPasskey: Action<typeof addPasskeyCall> = async ({ challenge, name, attestation }, ctx) => {
    const step = await ownStep(ctx, challenge, 'addPasskey');
    const asked = (await takePasskeyChallenge(step)) ?? fail('factor_expired');
    const made = (await createdPasskey(publicUrl, asked, attestation)) ?? fail('wrong_factor');
    const { id: credential, publicKey, counter, transports } = made;
    const key = Buffer.from(publicKey).toString('base64url');
    const reach = transports ? { transports } : {};
    try {
      return { data: await addFactor(ctx, step, { kind: 'passkey', name, credential, publicKey: key, counter, ...reach }) };
    } catch (error) {
      if (isDuplicate(error)) return fail('wrong_factor');
      throw error;
    }
  };

  return { startPasskey, addPasskey };
}

/** Makes the actions that add a second factor. */
export const makeAddFactorActions = (limits: RateLimits, publicUrl: string) => ({
  ...makeTotpActions(limits),
  ...makePasskeyActions(limits, publicUrl),
});
