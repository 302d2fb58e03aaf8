import type { Action } from '#gateway/plugins/calls';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { fail } from '#models/contract/failure';
import type { mailFactorCode } from '#models/contract/second-factors';
import { secondFactorsOf } from '#models/db/second-factors';
import { foldEmail } from '#models/db/text';
import { wasJustMailed } from './mail-pauses.js';
import { needsMailedCode } from './own-session.js';

/** Makes the action that mails the code for a first factor, limited by recipient. */
export const makeMailFactorCode =
  ({ trySpend }: RateLimits): Action<typeof mailFactorCode> =>
  async (_nothing, ctx) => {
    const { _id: user, email, verified } = ctx.me;
    if (!needsMailedCode(ctx, await secondFactorsOf(user))) return { data: { Needed: false } };
    if (!verified) return fail('email_unverified');
    if (!(await wasJustMailed(user, 'factor_code')) && (await trySpend('mailTo', `factor_code ${foldEmail(email)}`)))
      enqueueMailInBackground(await recordMail({ kind: 'factor_code', user }));
    return { data: { Needed: true } };
  };
