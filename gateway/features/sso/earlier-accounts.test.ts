import { describe, expect, it } from 'vitest';
import { addApp, factorPassword as password, personWithApp } from '#gateway/testing/second-factors';
import { setUpTestApp } from '#gateway/testing/test-app';
import { erasureJobId } from '#models/bus/account-deletion';
import { queue } from '#models/bus/jobs';
import { startGrace } from '#models/commands/account-grace';
import { restoreAccount } from '#models/contract/auth';
import { startSecondFactorCheck } from '#models/contract/second-step';
import { FactorChallenges } from '#models/db/factor-challenges';
import { Invitations } from '#models/db/invitations';
import { Mails } from '#models/db/mails';
import { newId } from '#models/db/model';
import { SecondFactors } from '#models/db/second-factors';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildInvitation, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { erasePerson } from '#workers/accounts/erase-person';
import { signIn } from './sso.sessions.js';

const test = setUpTestApp({ deletionGraceDays: 14 });

const provider = { issuer: 'https://id.uni.example' };
const origin = { society: null, address: '', device: '' };

/** Signs in the owner of an address at the provider. */
const signInAs = ({ email, sso = { ...provider, subject: String(newId()) } }: Pick<UserDoc, 'email' | 'sso'>) => {
  const claims = { affiliation: '', faculty: '', year: null, isAdmin: null, sid: null };
  return signIn({ ...sso, ...claims, name: 'Sara Haddad', email, emailVerified: true }, origin);
};

describe('the second factors of an account from before', () => {
  const countsOf = async ({ _id: user }: UserDoc) => [
    (await SecondFactors.countDocuments({ user })) > 0,
    (await FactorChallenges.countDocuments({ user })) > 0,
    await Mails.countDocuments({ user, kind: 'factors_replaced' }),
  ];
  /** A person with an app, and a step with it that was begun. */
  async function withApp(fields: Partial<UserDoc> = {}) {
    const { user, token } = await personWithApp(test, fields);
    await test.call(startSecondFactorCheck, {}, token);
    expect(await countsOf(user)).toEqual([true, true, 0]);
    return user;
  }

  it('end with its password, and a mail says so', async () => {
    const user = await withApp({ verifiedAt: null });
    expect(await signInAs(user)).toMatchObject({ user: user._id, change: 'linked' });
    expect(await countsOf(user)).toEqual([false, false, 1]);
  });

  it('are no reason for a mail where there were none', async () => {
    const user = await buildUser({ password });
    await signInAs(user);
    expect(await countsOf(user)).toEqual([false, false, 0]);
  });

  it('stay where it is of staff, whose rights wait for them', async () => {
    const user = await withApp({ role: 'admin' });
    await signInAs(user);
    expect(await countsOf(user)).toEqual([true, false, 0]);
  });

  it('stay at each later login', async () => {
    const user = await buildUser({ password, sso: { ...provider, subject: 'linked-before' } });
    await addApp(test, await test.tokenFor(user));
    await signInAs(user);
    expect(await countsOf(user)).toEqual([true, false, 0]);
  });
});

describe('a deleted account that can be restored', () => {
  async function deletedPerson(fields: Partial<UserDoc>) {
    const user = await buildUser({ password, ...fields });
    const until = new Date(Date.now() + 86_400_000);
    await transaction((session) => startGrace(session, user._id, { until, keepPosts: false }));
    return user;
  }

  it('gives way where it never proved its address, and is erased', async () => {
    const squatter = await deletedPerson({ verifiedAt: null });
    const invitation = await buildInvitation({ emailFolded: squatter.emailFolded });
    const { user, change } = await signInAs(squatter);
    expect([change, user.equals(squatter._id)]).toEqual(['created', false]);
    await expect.poll(() => queue('accounts').getJob(erasureJobId(squatter._id, 0))).toBeTruthy();
    for (let round = 0; round < 2; round++) await erasePerson(String(squatter._id), testSettings.mailer, 0);
    expect((await test.call(restoreAccount, { email: squatter.email, password })).error.code).toBe('wrong_credentials');
    expect(await Users.findById(squatter._id).lean()).toMatchObject({ name: 'Deleted user' });
    expect(await Users.findById(user).lean()).toMatchObject({ email: squatter.email, deletedAt: null });
    expect((await Invitations.findById(invitation._id).lean())?.user).toEqual(user);
  });

  it.each<[name: string, fields: Partial<UserDoc>]>([
    ['it proved its address', { verifiedAt: new Date() }],
    ['it is the one of the person who signs in', { verifiedAt: null, sso: { ...provider, subject: 'deleted-before' } }],
  ])('keeps its owner out until its password restores it, where %s', async (_name, fields) => {
    const user = await deletedPerson(fields);
    await expect(signInAs(user)).rejects.toMatchObject({ code: 'deletion_pending' });
    expect((await Users.findById(user._id).lean())?.grace).toBeTruthy();
  });
});
