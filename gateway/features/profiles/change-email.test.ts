import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { deleteAccount } from '#models/contract/account';
import { login } from '#models/contract/auth';
import { makeCalendarKey } from '#models/contract/calendar-feeds';
import { resetPassword, undoEmail, verifyEmail } from '#models/contract/credentials';
import { updateProfile } from '#models/contract/profile-changes';
import { register } from '#models/contract/sign-up';
import { getUserInfo } from '#models/contract/users';
import { CalendarKeys } from '#models/db/calendar-keys';
import { Mails } from '#models/db/mails';
import { makeToken } from '#models/db/one-time-tokens';
import { type UserDoc, Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';

const password = 'a-long-password';
let app: TestApp;
/** App of one group of tests at a time, since a process has one database. */
function useApp(verification: 'on' | 'off'): void {
  beforeAll(async () => {
    app = await startTestApp({ emailVerification: verification === 'on' });
  });
  afterAll(() => app.close());
}

let count = 0;
const fresh = () => `address-${count++}-${Date.now()}@uni.example`;
const owner = () => buildUser({ password, email: fresh() });
const stored = async ({ _id }: UserDoc) => (await Users.findById(_id).lean())!;
/** Sends the mail to an address, as the worker does, and returns its link. */
const undoLink = (user: UserDoc, address: string) => makeToken({ purpose: 'undo', user: user._id, emailFolded: address });
const undo = (undo_token: string) => app.call(undoEmail, { undo_token });
/** Changes the address completely: where addresses are verified, the new one is too. */
async function move(verification: 'on' | 'off', user: UserDoc, token: string, email: string): Promise<void> {
  const { status } = await app.call(updateProfile, { email, password }, token);
  expect(status).toBe(200);
  if (verification === 'off') return;
  const verify_token = await makeToken({ purpose: 'verify', user: user._id, emailFolded: email });
  expect((await app.call(verifyEmail, { verify_token })).status).toBe(200);
}

describe.each(['on', 'off'] as const)('a new address, with verification %s', (verification) => {
  useApp(verification);

  it.each([
    ['no password', {}, 400, 'validation_failed'],
    ['a wrong password', { password: 'guessed-password' }, 401, 'wrong_password'],
  ])('is refused with %s, and nothing changes', async (_what, proof, status, code) => {
    const me = await owner();
    const answer = await app.call(updateProfile, { email: fresh(), bio: 'x', ...proof }, await app.tokenFor(me));
    expect([answer.status, answer.error.code]).toEqual([status, code]);
    if (status === 400) expect(answer.error.fields).toEqual({ password: 'Password is required' });
    expect(await stored(me)).toMatchObject({ email: me.email, pendingEmail: null, bio: me.bio });
    expect(await Mails.countDocuments({ user: me._id })).toBe(0);
  });

  it('needs no password where it is the present one', async () => {
    const me = await owner();
    const token = await app.tokenFor(me);
    expect((await app.call(updateProfile, { email: me.email, bio: 'Third year' }, token)).status).toBe(200);
    expect((await stored(me)).bio).toBe('Third year');
  });

  it('is mailed to the old one, whose link restores the account and requires a new password', async () => {
    const [me, thief, email] = [await owner(), 'thief-password', fresh()];
    const token = await app.tokenFor(me);
    await app.call(makeCalendarKey, {}, token);
    await move(verification, me, token, email);
    const [first] = await Mails.find({ user: me._id, kind: 'email_changed' }).lean();
    expect(first).toMatchObject({ address: me.email, params: { email } });
    expect((await stored(me)).email).toBe(email);
    const { status, data } = await undo(await undoLink(me, me.email));
    expect([status, data.Email]).toEqual([200, me.email]);
    expect(await stored(me)).toMatchObject({ email: me.email, emailFolded: me.emailFolded, pendingEmail: null, formerEmails: [] });
    expect(await CalendarKeys.countDocuments({ user: me._id })).toBe(0);
    expect((await app.call(getUserInfo, {}, token)).status).toBe(401);
    for (const address of [email, me.email])
      expect((await app.call(login, { email: address, password })).error.code).toBe('wrong_credentials');
    await app.call(resetPassword, { reset_token: data.Reset_Token, password: thief });
    expect((await app.call(login, { email: me.email, password: thief })).status).toBe(200);
  });

  it('changed twice is undone by the first link, and the links in between end', async () => {
    const [me, second, third] = [await owner(), fresh(), fresh()];
    const token = await app.tokenFor(me);
    await move(verification, me, token, second);
    await move(verification, me, token, third);
    const links = { first: await undoLink(me, me.email), second: await undoLink(me, second) };
    expect((await undo(links.first)).data.Email).toBe(me.email);
    expect((await undo(links.second)).error.fields).toEqual({ undo_token: 'This link is no longer valid' });
    expect((await stored(me)).email).toBe(me.email);
  });

  it('undone by the second link can still be undone by the first one', async () => {
    const [me, second, third] = [await owner(), fresh(), fresh()];
    const token = await app.tokenFor(me);
    await move(verification, me, token, second);
    const link = await undoLink(me, me.email);
    await move(verification, me, token, third);
    expect((await undo(await undoLink(me, second))).data.Email).toBe(second);
    expect((await undo(link)).data.Email).toBe(me.email);
    expect((await stored(me)).email).toBe(me.email);
  });

  it('changed back and forth is undone by the first link, and by no other after that', async () => {
    const [me, second] = [await owner(), fresh()];
    const token = await app.tokenFor(me);
    await move(verification, me, token, second);
    await move(verification, me, token, me.email);
    await move(verification, me, token, second);
    expect((await undo(await undoLink(me, me.email))).data.Email).toBe(me.email);
    expect((await undo(await undoLink(me, second))).status).toBe(400);
  });

  it('keeps the old one reserved as long as the change can be undone', async () => {
    const me = await owner();
    await move(verification, me, await app.tokenFor(me), fresh());
    const account = { name: 'Eve Moss', email: me.email.toUpperCase(), password, student_id: `E-${me._id}`, photo: 'drawn' };
    expect((await app.call(register, account)).error.code).toBe('registration_conflict');
    const other = await owner();
    const taken = await app.call(updateProfile, { email: me.email, password }, await app.tokenFor(other));
    expect([taken.status, taken.error.code]).toEqual([409, 'email_taken']);
    const over = (await stored(me)).formerEmails?.map((former) => ({ ...former, until: new Date(Date.now() - 1000) }));
    await Users.updateOne({ _id: me._id }, { $set: { formerEmails: over } });
    expect((await undo(await undoLink(me, me.email))).status).toBe(400);
    expect((await app.call(register, account)).status).toBe(201);
  });

  if (verification === 'on')
    it('is undone while it waits for verification', async () => {
      const [me, email] = [await owner(), fresh()];
      await app.call(updateProfile, { email, password }, await app.tokenFor(me));
      expect((await undo(await undoLink(me, me.email))).data.Email).toBe(me.email);
      const verify_token = await makeToken({ purpose: 'verify', user: me._id, emailFolded: email });
      expect((await app.call(verifyEmail, { verify_token })).status).toBe(400);
      expect(await stored(me)).toMatchObject({ email: me.email, pendingEmail: null });
    });
});

describe('the undo link of a changed address', () => {
  useApp('off');

  const moved = async () => {
    const [me, email] = [await owner(), fresh()];
    await move('off', me, await app.tokenFor(me), email);
    return { me, email, link: await undoLink(me, me.email) };
  };

  it('works once, also in parallel', async () => {
    const { link } = await moved();
    const answers = await Promise.all([1, 2, 3].map(() => undo(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await undo(link)).status).toBe(400);
  });

  it('reports that somebody else has the address by now', async () => {
    const { me, email, link } = await moved();
    await buildUser({ email: me.email });
    expect((await undo(link)).error.code).toBe('email_taken');
    expect((await stored(me)).email).toBe(email);
  });

  it('ends with the account', async () => {
    const { me, link } = await moved();
    await app.call(deleteAccount, { password, keep_posts: false }, await app.tokenFor(me));
    expect((await undo(link)).status).toBe(400);
  });

  it('is not accepted for another purpose', async () => {
    const { me } = await moved();
    const reset = await makeToken({ purpose: 'reset', user: me._id, emailFolded: me.email });
    expect((await undo(reset)).status).toBe(400);
  });

  it('stays valid for ten changes, so that no former address is lost', { tags: ['long'] }, async () => {
    const me = await owner();
    const token = await app.tokenFor(me);
    for (let n = 0; n < 10; n++) await move('off', me, token, fresh());
    expect((await app.call(updateProfile, { email: fresh(), password }, token)).error.code).toBe('too_many_requests');
    expect((await undo(await undoLink(me, me.email))).data.Email).toBe(me.email);
  });
});
