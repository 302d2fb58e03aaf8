import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { updateProfile } from '#models/contract/profile-changes';
import { addPasskey, addTotp, mailFactorCode, startPasskey, startTotp } from '#models/contract/second-factors';
import { getAllUsers } from '#models/contract/users';
import { Mails } from '#models/db/mails';
import { newId } from '#models/db/model';
import { OneTimeTokens } from '#models/db/one-time-tokens';
import type { UserDoc } from '#models/db/users';
import { Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';
import { type MailBox, openMailBox } from '#workers/mail/mailbox-for-tests';
import { Authenticator } from '../testing/authenticator.js';
import { addApp, codeOf, mailedCodeOf, factorPassword as password } from '../testing/second-factors.js';

const test = setUpTestApp({ staffSecondFactor: true });
afterEach(() => Object.assign(test.app.settings, { staffSecondFactor: true, emailVerification: false }));

let box: MailBox;
beforeAll(async () => {
  box = await openMailBox();
});
afterAll(() => box.remove());

const given = { by: newId(), confirmedBy: newId(), at: new Date() };
const staff = {
  'a platform admin': { role: 'admin' as const },
  'somebody with the scope moderate': { staff: [{ scope: 'moderate' as const, ...given }] },
  'somebody with the scope support': { staff: [{ scope: 'support' as const, ...given }] },
};
const kinds = Object.keys(staff) as (keyof typeof staff)[];

const person = async (fields: Parameters<typeof buildUser>[0] = {}) => {
  const user = await buildUser({ password, ...fields });
  return { user, token: await test.tokenFor(user) };
};
/** Codes of both ways to begin a first factor; '' for one that began. */
const began = async (token: string, mailed: { mailed_code?: string }) => {
  const answers = [
    await test.call(startTotp, { password, ...mailed }, token),
    await test.call(startPasskey, { password, ...mailed }, token),
  ];
  return answers.map(({ status, error }) => (status === 200 ? '' : error.code));
};
const codeIn = (body: string | undefined): string => /[a-z2-9]{4}(-[a-z2-9]{4}){2}/.exec(body ?? '')?.[0] ?? '';
const expire = (user: UserDoc) => OneTimeTokens.updateMany({ user: user._id }, { $set: { expiresAt: new Date(0) } });

describe.each(kinds)('where staff need a second factor, %s', (kind) => {
  const fields = staff[kind];

  it('begins no first factor by the password alone, nor with a wrong code', async () => {
    const { token } = await person(fields);
    expect(await began(token, {})).toEqual(['mailed_code_needed', 'mailed_code_needed']);
    expect(await began(token, { mailed_code: 'abcd-efgh-jkmn' })).toEqual(['wrong_mailed_code', 'wrong_mailed_code']);
  });

  it('begins none with an expired code, that of another person, or one for an earlier address', async () => {
    const { user, token } = await person(fields);
    const late = await mailedCodeOf(user);
    await expire(user);
    expect(await began(token, { mailed_code: late })).toEqual(['wrong_mailed_code', 'wrong_mailed_code']);
    const { user: other } = await person(fields);
    expect(await began(token, { mailed_code: await mailedCodeOf(other) })).toEqual(['wrong_mailed_code', 'wrong_mailed_code']);
    const mailed_code = await mailedCodeOf(user);
    await Users.updateOne({ _id: user._id }, { $set: { email: `new-${user.email}`, emailFolded: `new-${user.emailFolded}` } });
    expect(await began(token, { mailed_code })).toEqual(['wrong_mailed_code', 'wrong_mailed_code']);
  });

  it('adds an app with the mailed code, as it was typed, and has the rights in that session', async () => {
    const { user, token } = await person(fields);
    expect((await test.call(mailFactorCode, {}, token)).data).toEqual({ Needed: true });
    const [mail] = await box.mailsTo(user);
    const mailed_code = codeIn(mail?.body).toUpperCase().replaceAll('-', ' ');
    const { data: begun } = await test.call(startTotp, { password, mailed_code }, token);
    const added = await test.call(addTotp, { challenge: begun.challenge, code: codeOf(begun.secret) }, token);
    expect([added.status, added.data.recovery_codes.length]).toEqual([200, 10]);
    expect(await OneTimeTokens.countDocuments({ user: user._id, purpose: 'factor' })).toBe(0);
  });

  it('adds a passkey with the mailed code, and another factor without one', async () => {
    const { user, token } = await person(fields);
    const key = new Authenticator(test.app.settings.publicUrl);
    const { data: begun } = await test.call(startPasskey, { password, mailed_code: await mailedCodeOf(user) }, token);
    const attestation = key.create(begun.options);
    expect((await test.call(addPasskey, { challenge: begun.challenge, name: 'Laptop', attestation }, token)).status).toBe(200);
    expect(await began(token, {})).toEqual(['', '']);
  });
});

describe('a mailed code', () => {
  it('adds one factor: a step that was begun with it in another session finds it used', async () => {
    const { user, token } = await person({ role: 'admin' });
    const mailed_code = await mailedCodeOf(user);
    const other = await test.tokenFor(user);
    const { data: begun } = await test.call(startTotp, { password, mailed_code }, other);
    const { data: mine } = await test.call(startTotp, { password, mailed_code }, token);
    expect((await test.call(addTotp, { challenge: mine.challenge, code: codeOf(mine.secret) }, token)).status).toBe(200);
    const late = await test.call(addTotp, { challenge: begun.challenge, code: codeOf(begun.secret) }, other);
    expect(late.error.code).toBe('second_factor_needed');
    expect((await test.call(getAllUsers, {}, other)).status).toBe(403);
  });

  it('is needed at the end, too, where the step was begun before the person became staff', async () => {
    const { user, token } = await person();
    const { data: begun } = await test.call(startTotp, { password }, token);
    await Users.updateOne({ _id: user._id }, { $set: { role: 'admin' } });
    const added = await test.call(addTotp, { challenge: begun.challenge, code: codeOf(begun.secret) }, token);
    expect(added.error.code).toBe('mailed_code_needed');
  });

  it('is mailed once a minute, in the language of the account, and stored as a hash', async () => {
    const { user, token } = await person({ role: 'admin', preferences: { locale: 'ar', mutedSocieties: [], offTypes: [] } });
    for (let i = 0; i < 2; i++) await test.call(mailFactorCode, {}, token);
    expect(await Mails.countDocuments({ user: user._id, kind: 'factor_code' })).toBe(1);
    const [mail] = await box.mailsTo(user);
    expect(mail?.body).toContain('15 دقيقة');
    const stored = await OneTimeTokens.find({ user: user._id }).lean();
    expect(stored.map(({ purpose }) => purpose)).toEqual(['factor']);
    expect(JSON.stringify(stored)).not.toContain(codeIn(mail?.body).replaceAll('-', ''));
  });

  it('replaces the one before it', async () => {
    const { user, token } = await person({ role: 'admin' });
    const earlier = await mailedCodeOf(user);
    await mailedCodeOf(user);
    expect(await began(token, { mailed_code: earlier })).toEqual(['wrong_mailed_code', 'wrong_mailed_code']);
  });

  it('goes to no address that is not verified, where addresses are verified', async () => {
    test.app.settings.emailVerification = true;
    const { user, token } = await person({ role: 'admin', verifiedAt: null });
    expect((await test.call(mailFactorCode, {}, token)).error.code).toBe('email_unverified');
    expect(await Mails.countDocuments({ user: user._id })).toBe(0);
  });
});

describe('the address to which the code goes', () => {
  it('is not changed by the password alone, for a platform admin without a factor', async () => {
    const { user, token } = await person({ role: 'admin' });
    const moved = await test.call(updateProfile, { email: `x${user.email}`, password }, token);
    expect(moved.error.code).toBe('factor_first');
    await addApp(test, token, user);
    expect((await test.call(updateProfile, { email: `x${user.email}`, password }, token)).status).toBe(200);
  });

  it('is changed by the password, for an ordinary user and where the setting is off', async () => {
    const { user, token } = await person();
    expect((await test.call(updateProfile, { email: `x${user.email}`, password }, token)).status).toBe(200);
    test.app.settings.staffSecondFactor = false;
    const { user: boss, token: own } = await person({ role: 'admin' });
    expect((await test.call(updateProfile, { email: `x${boss.email}`, password }, own)).status).toBe(200);
  });
});

describe('a first factor is added by the password alone, and no code is mailed', () => {
  it.each([
    ['for an ordinary user where staff need a factor', {}, true],
    ['for a platform admin where the setting is off', { role: 'admin' as const }, false],
    ['for somebody with a scope where the setting is off', staff['somebody with the scope moderate'], false],
  ])('%s', async (_who, fields, isRequired) => {
    test.app.settings.staffSecondFactor = isRequired;
    const { user, token } = await person(fields);
    expect((await test.call(mailFactorCode, {}, token)).data).toEqual({ Needed: false });
    expect(await Mails.countDocuments({ user: user._id })).toBe(0);
    expect(await began(token, {})).toEqual(['', '']);
    expect((await addApp(test, token)).codes).toHaveLength(10);
  });
});
