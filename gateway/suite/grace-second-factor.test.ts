import { describe, expect, it } from 'vitest';
import { beginSignIn, codeOf, factorPassword as password, personWithApp } from '#gateway/testing/second-factors';
import { setUpTestApp } from '#gateway/testing/test-app';
import { restorationJobId } from '#models/bus/account-deletion';
import { queue } from '#models/bus/jobs';
import { deleteAccount } from '#models/contract/account';
import { login, restoreAccount } from '#models/contract/auth';
import { finishSecondFactor } from '#models/contract/second-step';
import { getUserInfo } from '#models/contract/users';
import { AuditEntries } from '#models/db/audit-entries';
import { RosterEntries } from '#models/db/roster-entries';
import { SecondFactors } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { type UserDoc, Users } from '#models/db/users';
import { testSettings } from '#models/testing/settings';
import { erasePerson } from '#workers/accounts/erase-person';
import { withdrawPerson } from '#workers/accounts/withdraw-person';
import { silent } from '#workers/log';
import { runTask } from '#workers/upkeep/tidy';

const { mailer } = testSettings;
const test = setUpTestApp({ deletionGraceDays: 14 });

/** A deleted person with an app, in the grace; `before` is the secret of a login that began before the deletion. */
async function deletedPerson(fields: Parameters<typeof personWithApp>[1] = {}) {
  const person = await personWithApp(test, fields);
  const before = await beginSignIn(test, person.user);
  expect((await test.call(deleteAccount, { password }, person.token)).status).toBe(200);
  for (let round = 0; round < 2; round++) await withdrawPerson(String(person.user._id), 0);
  return { ...person, before };
}
/** Begins a restoration. Returns the secret of its second step. */
async function beginRestoration({ email }: UserDoc): Promise<string> {
  const { status, error } = await test.call(restoreAccount, { email, password });
  expect([status, error.code, error.fields?.methods]).toEqual([403, 'second_factor_needed', 'totp recovery']);
  return error.fields?.challenge ?? '';
}
const finish = async (challenge: string, method: 'totp' | 'recovery', code: string) => {
  const { status, data, error } = await test.call(finishSecondFactor, { challenge, method, code });
  return { status, token: data?.token, code: error?.code };
};
const isDeleted = async ({ _id }: UserDoc) => (await Users.findById(_id).lean())?.deletedAt instanceof Date;

describe('a restoration of an account with a second factor', () => {
  it('asks for the second step, restores nothing before it, and then restores and signs in', async () => {
    const { user, secret, codes } = await deletedPerson({ activeAt: new Date(0) });
    expect((await test.call(login, { email: user.email, password })).error.code).toBe('deletion_pending');
    const challenge = await beginRestoration(user);
    expect((await finish(challenge, 'recovery', 'aaaa-aaaa-aaaa-aaaa')).code).toBe('wrong_factor');
    expect([await isDeleted(user), await Sessions.countDocuments({ user: user._id })]).toEqual([true, 0]);
    const { status, token } = await finish(challenge, 'totp', codeOf(secret));
    expect([status, await isDeleted(user)]).toEqual([200, false]);
    expect((await test.call(getUserInfo, {}, token)).data.Name).toBe(user.name);
    expect(await Sessions.countDocuments({ user: user._id, secondFactor: 'totp' })).toBe(1);
    const restored = await Users.findById(user._id).lean();
    expect(restored?.activeAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await queue('accounts').getJob(restorationJobId(user._id, restored?.returning?.since ?? new Date(0)))).toBeTruthy();
    expect(await SecondFactors.countDocuments({ user: user._id })).toBe(1 + codes.length);
    const entries = await AuditEntries.find({ call: { $in: ['restoreAccount', 'finishSecondFactor'] }, actor: user._id })
      .sort({ _id: 1 })
      .lean();
    expect(entries.map(({ call, outcome }) => [call, outcome])).toEqual([
      ['restoreAccount', 'second_factor_needed'],
      ['finishSecondFactor', 'ok'],
    ]);
  });

  it('signs in by a second step that was begun before another one restored', async () => {
    const { user, secret, codes } = await deletedPerson();
    const [one, other] = [await beginRestoration(user), await beginRestoration(user)];
    expect((await finish(one, 'totp', codeOf(secret))).status).toBe(200);
    expect((await finish(other, 'recovery', codes[0] ?? '')).status).toBe(200);
  });

  it('needs a step that restores: a login from before the deletion brings nothing back', async () => {
    const { user, secret, before } = await deletedPerson();
    expect((await finish(before, 'totp', codeOf(secret))).code).toBe('factor_expired');
    expect(await isDeleted(user)).toBe(true);
  });

  it('brings back somebody who has left the university suspended, without a session', async () => {
    const { user, secret } = await deletedPerson();
    const entry = { number: 'G-2', name: user.name, email: user.email, emailFolded: user.emailFolded, leftAt: new Date() };
    await RosterEntries.create({ key: 'g-2', ...entry, account: null });
    expect((await finish(await beginRestoration(user), 'totp', codeOf(secret))).code).toBe('suspended');
    expect([await isDeleted(user), await Sessions.countDocuments({ user: user._id })]).toEqual([false, 0]);
  });

  it('is over with the grace, which ends the factors too', async () => {
    const { user, secret } = await deletedPerson();
    const challenge = await beginRestoration(user);
    await Users.updateOne({ _id: user._id }, { $set: { 'grace.until': new Date(Date.now() - 1) } });
    expect((await finish(challenge, 'totp', codeOf(secret))).code).toBe('factor_expired');
    expect((await test.call(restoreAccount, { email: user.email, password })).error.code).toBe('wrong_credentials');
    await runTask('accounts', silent, mailer);
    for (let round = 0; round < 2; round++) await erasePerson(String(user._id), mailer, 0);
    expect(await SecondFactors.countDocuments({ user: user._id })).toBe(0);
  });
});
