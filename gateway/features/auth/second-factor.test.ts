import { describe, expect, it, vi } from 'vitest';
import { Authenticator } from '#gateway/testing/authenticator';
import {
  addApp,
  addKey,
  beginSignIn,
  codeOf,
  finishByKey,
  factorPassword as password,
  personWithApp,
} from '#gateway/testing/second-factors';
import { setUpTestApp } from '#gateway/testing/test-app';
import { exportData } from '#models/contract/account';
import { login, loginByQuery } from '#models/contract/auth';
import { changePassword } from '#models/contract/credentials';
import { errors } from '#models/contract/errors';
import {
  addPasskey,
  addTotp,
  getSecondFactors,
  makeRecoveryCodes,
  removeSecondFactor,
  renamePasskey,
  startPasskey,
  startTotp,
} from '#models/contract/second-factors';
import { confirmSecondFactor, finishSecondFactor, getPasskeyChallenge, startSecondFactorCheck } from '#models/contract/second-step';
import { finishSso } from '#models/contract/sso';
import { getUserInfo } from '#models/contract/users';
import { AuditEntries } from '#models/db/audit-entries';
import { FactorChallenges } from '#models/db/factor-challenges';
import { Mails } from '#models/db/mails';
import type { Id } from '#models/db/model';
import { makeSsoToken } from '#models/db/one-time-tokens';
import { SecondFactors } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';

const test = setUpTestApp();

const person = async () => {
  const user = await buildUser({ password });
  return { user, token: await test.tokenFor(user) };
};
const finish = (challenge: string, method: 'totp' | 'recovery', code: string) => test.call(finishSecondFactor, { challenge, method, code });
const opens = async (token: string | undefined) => (await test.call(getUserInfo, {}, token ?? 'none')).status === 200;
/** Whether a use of the account was noted just now. */
const isActive = async ({ _id }: { _id: Id }) => ((await Users.findById(_id).lean())?.activeAt?.getTime() ?? 0) > Date.now() - 60_000;

describe('logging in', () => {
  it('answers an account without a factor as before', async () => {
    const { user } = await person();
    const response = await fetch(`${test.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email, password }),
    });
    expect(await response.text()).toMatch(/^\{"data":"[\w-]{43}"\}$/);
  });

  it.each([login, loginByQuery])('with a factor, a right password gets a step and no session ($name)', async (call) => {
    const { user } = await personWithApp(test);
    const before = await Sessions.countDocuments({ user: user._id });
    const { status, error } = await test.call(call, { email: user.email, password });
    expect([status, error.code, error.error_message]).toEqual([403, 'second_factor_needed', errors.second_factor_needed[1]]);
    expect(error.fields).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/), methods: 'totp recovery' });
    expect(await opens(error.fields?.challenge)).toBe(false);
    expect(await Sessions.countDocuments({ user: user._id })).toBe(before);
  });

  it('a wrong password learns nothing of factors', async () => {
    const { user } = await personWithApp(test);
    expect((await test.call(login, { email: user.email, password: 'wrong' })).error.code).toBe('wrong_credentials');
  });

  it('opens a session by a code, and leaves an entry in the audit trail', async () => {
    const { user, secret } = await personWithApp(test, { activeAt: new Date(0) });
    const challenge = await beginSignIn(test, user);
    expect(await isActive(user)).toBe(false);
    const { data } = await finish(challenge, 'totp', codeOf(secret));
    expect([await opens(data.token), await isActive(user)]).toEqual([true, true]);
    expect((await Sessions.findOne({ user: user._id, secondFactor: 'totp' }).sort({ createdAt: -1 }).lean())?.secondFactor).toBe('totp');
    const entry = await AuditEntries.findOne({ call: 'finishSecondFactor', actor: user._id }).lean();
    expect(entry).toMatchObject({ outcome: 'ok', details: { factor: 'totp' } });
  });

  it('a code works once, also for two sign-ins at the same moment', async () => {
    const { user, secret } = await personWithApp(test);
    const steps = await Promise.all([1, 2, 3].map(() => beginSignIn(test, user)));
    const code = codeOf(secret);
    const answers = await Promise.all(steps.map((step) => finish(step, 'totp', code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect((await finish(await beginSignIn(test, user), 'totp', code)).error.code).toBe('wrong_factor');
  });

  it('the code that confirmed the app does not log in, and an older one neither', async () => {
    const { user, token } = await person();
    const { data: begun } = await test.call(startTotp, { password }, token);
    const first = codeOf(begun.secret);
    await test.call(addTotp, { challenge: begun.challenge, code: first }, token);
    const tryCode = async (code: string) => (await finish(await beginSignIn(test, user), 'totp', code)).status;
    expect(await tryCode(first)).toBe(403);
    expect(await tryCode(codeOf(begun.secret, 1))).toBe(200);
    expect(await tryCode(first)).toBe(403);
    expect(await tryCode(codeOf(begun.secret))).toBe(403);
  });

  it.each([-2, 2])('a code %i steps away is refused', async (steps) => {
    const { user, secret } = await personWithApp(test);
    const now = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
    vi.useFakeTimers({ now, toFake: ['Date'] });
    try {
      expect((await finish(await beginSignIn(test, user), 'totp', codeOf(secret, steps))).error.code).toBe('wrong_factor');
    } finally {
      vi.useRealTimers();
    }
  });

  it('a step works once, for five minutes', async () => {
    const { user, secret, codes } = await personWithApp(test);
    const [step, late] = [await beginSignIn(test, user), await beginSignIn(test, user)];
    expect((await finish(step, 'totp', codeOf(secret))).status).toBe(200);
    expect((await finish(step, 'recovery', codes[0] ?? '')).error.code).toBe('factor_expired');
    const { expiresAt } = (await FactorChallenges.findOne({ user: user._id }).lean()) ?? { expiresAt: new Date(0) };
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    await FactorChallenges.updateMany({ user: user._id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await finish(late, 'recovery', codes[0] ?? '')).error.code).toBe('factor_expired');
    expect((await test.call(getPasskeyChallenge, { challenge: late })).error.code).toBe('factor_expired');
  });

  it('a step ends with the password that began it, with a suspension, and with the account', async () => {
    const { user, token, secret } = await personWithApp(test);
    const step = await beginSignIn(test, user);
    await Users.updateOne({ _id: user._id }, { $set: { suspendedAt: new Date() } });
    expect((await finish(step, 'totp', codeOf(secret))).error.code).toBe('suspended');
    await Users.updateOne({ _id: user._id }, { $set: { suspendedAt: null } });
    await test.call(changePassword, { password, new_password: 'another-password' }, token);
    expect((await finish(step, 'totp', codeOf(secret))).error.code).toBe('factor_expired');
    expect(await Sessions.countDocuments({ user: user._id })).toBe(1);
  });

  it('a step of a session does not log in, and that of a login confirms no session', async () => {
    const { user, token, secret } = await personWithApp(test);
    const { data } = await test.call(startSecondFactorCheck, {}, token);
    expect((await finish(data.challenge, 'totp', codeOf(secret))).error.code).toBe('factor_expired');
    const proof = { challenge: await beginSignIn(test, user), method: 'totp', code: codeOf(secret) };
    expect((await test.call(confirmSecondFactor, proof, token)).error.code).toBe('factor_expired');
  });

  it('a recovery code works once, in any case and spacing, and is mailed about', async () => {
    const { user, codes } = await personWithApp(test);
    const code = codes[3] ?? '';
    expect((await finish(await beginSignIn(test, user), 'recovery', ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await finish(await beginSignIn(test, user), 'recovery', code)).error.code).toBe('wrong_factor');
    expect(await Mails.countDocuments({ user: user._id, kind: 'recovery_code_used' })).toBe(1);
  });

  it("another account's code and recovery code are refused", async () => {
    const [one, other] = [await personWithApp(test), await personWithApp(test)];
    expect((await finish(await beginSignIn(test, one.user), 'totp', codeOf(other.secret))).error.code).toBe('wrong_factor');
    expect((await finish(await beginSignIn(test, one.user), 'recovery', other.codes[0] ?? '')).error.code).toBe('wrong_factor');
  });
});

describe('a login with the university', () => {
  const arrive = async (user: { _id: Id }) =>
    test.call(finishSso, {}, undefined, { cookie: `nadi_sso=${await makeSsoToken(user._id, 'at-the-provider')}.` });

  it('needs the second step of an account with a factor, and keeps its session at the provider', async () => {
    const { user, secret } = await personWithApp(test, { activeAt: new Date(0) });
    const { status, error } = await arrive(user);
    expect([status, error.code, error.fields?.methods]).toEqual([403, 'second_factor_needed', 'totp recovery']);
    expect(await isActive(user)).toBe(false);
    const { data } = await finish(error.fields?.challenge ?? '', 'totp', codeOf(secret));
    expect([await opens(data.token), await isActive(user)]).toEqual([true, true]);
    expect(await Sessions.countDocuments({ user: user._id, ssoSid: 'at-the-provider', secondFactor: 'totp' })).toBe(1);
    const entries = await AuditEntries.find({ call: 'finishSso', actor: user._id }).lean();
    expect(entries.map(({ outcome }) => outcome)).toEqual(['second_factor_needed']);
  });

  it('needs none for an account without a factor, nor where the provider asks for it', async () => {
    const { user } = await person();
    expect((await arrive(user)).status).toBe(200);
    const { user: holder } = await personWithApp(test);
    test.app.settings.ssoSecondFactor = true;
    try {
      expect((await arrive(holder)).status).toBe(200);
    } finally {
      test.app.settings.ssoSecondFactor = false;
    }
    expect(await Sessions.countDocuments({ user: holder._id, secondFactor: 'sso' })).toBe(1);
    expect(await Sessions.countDocuments({ user: user._id, secondFactor: { $exists: true } })).toBe(0);
  });
});

describe('passkeys', () => {
  const keyholder = async () => {
    const { user, token } = await person();
    return { user, token, ...(await addKey(test, token)) };
  };

  it('log in', async () => {
    const { user, key } = await keyholder();
    const { data } = await finishByKey(test, await beginSignIn(test, user), (options) => key.assert(options));
    expect(await opens(data.token)).toBe(true);
    expect(await SecondFactors.findOne({ user: user._id, kind: 'passkey' }).lean()).toMatchObject({ counter: 1, name: 'Laptop' });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['a counter that went back', { counter: 1 }],
    ['a counter that stayed', { counter: 2 }],
  ])('do not log in with %s', async (_name, claims) => {
    const { user, key } = await keyholder();
    for (let n = 0; n < 2; n++) await finishByKey(test, await beginSignIn(test, user), (options) => key.assert(options));
    const { error } = await finishByKey(test, await beginSignIn(test, user), (options) => key.assert(options, claims));
    expect(error.code).toBe('wrong_factor');
  });

  it("do not log in to another's account", async () => {
    const [one, other] = [await keyholder(), await keyholder()];
    expect((await finishByKey(test, await beginSignIn(test, one.user), (options) => other.key.assert(options))).error.code).toBe(
      'wrong_factor',
    );
    // The other key under the id of the right one.
    const forged = (options: Record<string, unknown>) => ({ ...other.key.assert(options), id: one.key.id.toString('base64url') });
    expect((await finishByKey(test, await beginSignIn(test, one.user), forged)).error.code).toBe('wrong_factor');
  });

  it('an assertion counts once, and only for the last challenge', async () => {
    const { user, key } = await keyholder();
    const challenge = await beginSignIn(test, user);
    const { data: first } = await test.call(getPasskeyChallenge, { challenge });
    const { data: second } = await test.call(getPasskeyChallenge, { challenge });
    const send = (assertion: Record<string, unknown>, step = challenge) =>
      test.call(finishSecondFactor, { challenge: step, method: 'passkey', assertion });
    expect((await send(key.assert(first.options))).error.code).toBe('wrong_factor');
    // A refused assertion has used the challenge up.
    expect((await send(key.assert(second.options))).error.code).toBe('wrong_factor');
    const { data: third } = await test.call(getPasskeyChallenge, { challenge });
    const assertion = key.assert(third.options);
    expect((await send(assertion)).status).toBe(200);
    expect((await send(assertion)).error.code).toBe('factor_expired');
    expect((await send(assertion, await beginSignIn(test, user))).error.code).toBe('wrong_factor');
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
  ])('%s are not added', async (_name, claims) => {
    const { user, token } = await person();
    const { data: begun } = await test.call(startPasskey, { password }, token);
    const attestation = new Authenticator(test.app.settings.publicUrl).create(begun.options, claims);
    const answer = await test.call(addPasskey, { challenge: begun.challenge, name: 'Key', attestation }, token);
    expect(answer.error.code).toBe('wrong_factor');
    expect(await SecondFactors.countDocuments({ user: user._id })).toBe(0);
  });
});

describe('adding and removing', () => {
  it.each([startTotp, startPasskey])('$name asks for the password', async (call) => {
    const { token } = await person();
    expect((await test.call(call, { password: 'wrong' }, token)).error.code).toBe('wrong_password');
    expect((await test.call(call, {}, token)).error.code).toBe('wrong_password');
  });

  it('an app counts once it is confirmed by a code of the same session', async () => {
    const { user, token } = await person();
    const { data: begun } = await test.call(startTotp, { password }, token);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    const input = { challenge: begun.challenge, code: codeOf(begun.secret) };
    expect((await test.call(addTotp, { ...input, code: '000000' }, token)).error.code).toBe('wrong_factor');
    expect((await test.call(addTotp, input, await test.tokenFor(user))).error.code).toBe('factor_expired');
    expect((await test.call(login, { email: user.email, password })).status).toBe(200);
    const { data } = await test.call(addTotp, input, token);
    expect(new Set(data.recovery_codes).size).toBe(10);
    expect((await test.call(addTotp, input, token)).error.code).toBe('factor_expired');
    expect((await test.call(login, { email: user.email, password })).status).toBe(403);
    expect(await Mails.countDocuments({ user: user._id, kind: 'factor_added' })).toBe(1);
    expect(await AuditEntries.countDocuments({ actor: user._id, call: 'addTotp', outcome: 'ok' })).toBe(1);
  });

  it('stores no secret or code as it is, and gives none out again', async () => {
    const { user, token, secret, codes } = await personWithApp(test);
    await addKey(test, token);
    const stored = JSON.stringify([
      await SecondFactors.find({ user: user._id }).lean(),
      await FactorChallenges.find({ user: user._id }).lean(),
    ]);
    const answers = JSON.stringify([(await test.call(getSecondFactors, {}, token)).data, (await test.call(exportData, {}, token)).data]);
    for (const each of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(each);
      expect(answers).not.toContain(each);
    }
    expect(answers).not.toMatch(/publicKey|"hash"|"secret"/);
  });

  it('a session that proved no factor adds, removes and renews nothing', async () => {
    const { user, token, id, secret } = await personWithApp(test);
    await addKey(test, token);
    const old = await test.tokenFor(user);
    for (const answer of [
      await test.call(startTotp, { password }, old),
      await test.call(startPasskey, { password }, old),
      await test.call(makeRecoveryCodes, { password }, old),
      await test.call(removeSecondFactor, { factor_id: id, password }, old),
    ])
      expect(answer.error.code).toBe('second_factor_needed');
    const { data } = await test.call(startSecondFactorCheck, {}, old);
    expect(data.methods.sort()).toEqual(['passkey', 'recovery', 'totp']);
    const proof = { challenge: data.challenge, method: 'totp' as const, code: codeOf(secret) };
    expect((await test.call(confirmSecondFactor, proof, token)).error.code).toBe('factor_expired');
    expect((await test.call(confirmSecondFactor, proof, old)).status).toBe(200);
    expect((await test.call(makeRecoveryCodes, { password }, old)).status).toBe(200);
  });

  it('new recovery codes end the earlier ones', async () => {
    const { user, token, codes } = await personWithApp(test);
    const { data } = await test.call(makeRecoveryCodes, { password }, token);
    expect((await finish(await beginSignIn(test, user), 'recovery', codes[0] ?? '')).error.code).toBe('wrong_factor');
    expect((await finish(await beginSignIn(test, user), 'recovery', data.recovery_codes[0] ?? '')).status).toBe(200);
    expect((await test.call(getSecondFactors, {}, token)).data).toMatchObject({ Recovery_Codes: 9, Is_Confirmed: true });
  });

  it('a second app replaces the first, without new recovery codes', async () => {
    const { user, token, secret } = await personWithApp(test);
    const next = await addApp(test, token);
    expect(next.codes).toEqual([]);
    expect((await finish(await beginSignIn(test, user), 'totp', codeOf(secret))).error.code).toBe('wrong_factor');
    expect((await finish(await beginSignIn(test, user), 'totp', codeOf(next.secret))).status).toBe(200);
  });

  it('renaming a passkey takes the password and a proved session, is for its owner only, and leaves an entry in the audit trail', async () => {
    const { user, token, id } = await personWithApp(test);
    const { id: key } = await addKey(test, token, 'Laptop');
    const rename = (factor_id: string, as: string, typed = password) =>
      test.call(renamePasskey, { factor_id, name: 'Old laptop', password: typed }, as);
    expect((await rename(key, token, 'wrong')).error.code).toBe('wrong_password');
    expect((await rename(key, await test.tokenFor(user))).error.code).toBe('second_factor_needed');
    expect((await rename(key, (await personWithApp(test)).token)).error.code).toBe('not_found');
    expect((await rename(id, token)).error.code).toBe('not_found');
    expect((await rename(key, token)).data.factor).toMatchObject({ ID: key, Kind: 'passkey', Name: 'Old laptop' });
    const names = (await test.call(getSecondFactors, {}, token)).data.Factors.map(({ Name }) => Name);
    expect(names).toEqual(['', 'Old laptop']);
    const entries = await AuditEntries.find({ actor: user._id, call: 'renamePasskey', outcome: 'ok' }).lean();
    expect(entries.map(({ details }) => details)).toEqual([{ factor: 'passkey' }]);
  });

  it('removing the last factor takes the password and a proof, and ends the codes and other sessions', async () => {
    const { user, token, id, secret } = await personWithApp(test);
    const other = await test.tokenFor(user);
    const { id: key } = await addKey(test, token);
    expect((await test.call(removeSecondFactor, { factor_id: key, password: 'wrong' }, token)).error.code).toBe('wrong_password');
    expect((await test.call(removeSecondFactor, { factor_id: key, password }, token)).status).toBe(200);
    const { error } = await test.call(removeSecondFactor, { factor_id: id, password }, token);
    expect(error.code).toBe('second_factor_needed');
    const proof = { challenge: error.fields?.challenge ?? '', method: 'totp' as const, code: codeOf(secret) };
    const input = { factor_id: id, proof };
    expect((await test.call(removeSecondFactor, { ...input, password: 'wrong' }, token)).error.code).toBe('wrong_password');
    const wrong = { ...input, password, proof: { ...proof, code: '000000' } };
    expect((await test.call(removeSecondFactor, wrong, token)).error.code).toBe('wrong_factor');
    expect((await test.call(removeSecondFactor, { ...input, password }, token)).status).toBe(200);
    expect(await SecondFactors.countDocuments({ user: user._id })).toBe(0);
    expect([await opens(token), await opens(other)]).toEqual([true, false]);
    expect((await test.call(getSecondFactors, {}, token)).data).toMatchObject({ Factors: [], Recovery_Codes: 0, Is_Confirmed: false });
    expect((await test.call(login, { email: user.email, password })).status).toBe(200);
    expect(await Mails.countDocuments({ user: user._id, kind: 'factor_removed' })).toBe(2);
  });

  it('two calls at the same moment do not remove both factors without a proof', async () => {
    const { token, id } = await personWithApp(test);
    const { id: key } = await addKey(test, token);
    const answers = await Promise.all([id, key].map((factor_id) => test.call(removeSecondFactor, { factor_id, password }, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await test.call(getSecondFactors, {}, token)).data.Factors).toHaveLength(1);
  });

  it("nobody removes another's factor", async () => {
    const [one, other] = [await personWithApp(test), await personWithApp(test)];
    expect((await test.call(removeSecondFactor, { factor_id: one.id, password }, other.token)).status).toBe(404);
  });

  it('an account without a password adds one shortly after a login with the university', async () => {
    const { user, token } = await person();
    await Users.updateOne({ _id: user._id }, { $set: { passwordHash: 'sso:0123' } });
    expect((await test.call(startTotp, {}, token)).error.code).toBe('login_again');
    await Sessions.updateMany({ user: user._id }, { $set: { ssoSid: '' } });
    expect((await test.call(startTotp, {}, token)).status).toBe(200);
    await Sessions.updateMany({ user: user._id }, { $set: { createdAt: new Date(Date.now() - 11 * 60_000) } });
    expect((await test.call(startTotp, {}, token)).error.code).toBe('login_again');
  });
});
