import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { changeEmail } from '#models/commands/change-email';
import { login, sessionEnded } from '#models/contract/auth';
import { makeCalendarKey } from '#models/contract/calendar-feeds';
import { createComment } from '#models/contract/comments';
import { changePassword, forgotPassword, resendVerification, resetPassword, verifyEmail } from '#models/contract/credentials';
import { markAllRead } from '#models/contract/notifications';
import { getAllPosts, likePost } from '#models/contract/posts';
import { endSession, getSessions } from '#models/contract/sessions';
import { register } from '#models/contract/sign-up';
import { getUserInfo } from '#models/contract/users';
import { Mails } from '#models/db/mails';
import { makeToken, OneTimeTokens } from '#models/db/one-time-tokens';
import { Sessions } from '#models/db/sessions';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildPost, buildUser } from '#models/testing/builders';
import { silent } from '#workers/log';
import { sendMail } from '#workers/mail/send';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ emailVerification: true });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => test.close());

const person = (n: string) => ({
  name: 'Rand T',
  email: `Rand.${n}@uni.example`,
  password: 'knafeh-2026',
  student_id: `R-${n}`,
  photo: 'drawn',
});
const password = 'knafeh-2026';
const newOne = 'maqluba-2026';

/** Sends every pending mail, as the worker does, and returns the last one's token. */
async function secretMailed(): Promise<{ to: string; secret: string }[]> {
  const found: { to: string; secret: string }[] = [];
  const send = async ({ to, text }: { to: string; text: string }) => {
    found.push({ to, secret: /token=([\w-]{43})/.exec(text)?.[1] ?? '' });
  };
  const waiting = await Mails.find({ due: { $exists: true } }, { _id: 1 })
    .sort({ _id: 1 })
    .lean();
  for (const { _id } of waiting)
    await sendMail(String(_id), silent, {
      timeZone: 'UTC',
      mailer: { publicUrl: '', send, discard: async () => {}, discardBefore: async () => 0 },
    });
  return found;
}
const forget = () => Promise.all([Mails.deleteMany({}), OneTimeTokens.deleteMany({})]);

describe('until an address is verified', () => {
  it('an account may read, and write only to its own account; afterwards everything', async () => {
    await forget();
    expect((await test.call(register, person('a'))).data.Verified).toBe(false);
    const { data: token } = await test.call(login, { email: person('a').email, password });
    const { _id } = await buildPost();
    expect((await test.call(getAllPosts, {}, token)).status).toBe(200);
    expect((await test.call(getUserInfo, {}, token)).data.Verified).toBe(false);
    for (const [call, input] of [
      [likePost, { post_id: String(_id) }],
      [createComment, { post_id: String(_id), content: 'Hi' }],
      [makeCalendarKey, {}],
    ] as const) {
      const { status, error } = await test.call(call, input, token);
      expect([status, error.code]).toEqual([403, 'email_unverified']);
    }
    expect((await test.call(markAllRead, {}, token)).status).toBe(200);
    const [mail] = await secretMailed();
    expect(mail?.to).toBe(person('a').email);
    const { status, data } = await test.call(verifyEmail, { verify_token: mail!.secret });
    expect([status, data]).toEqual([200, { Email: person('a').email }]);
    expect((await test.call(likePost, { post_id: String(_id) }, token)).status).toBe(200);
    const again = await test.call(verifyEmail, { verify_token: mail!.secret });
    expect([again.status, again.error.fields]).toEqual([400, { verify_token: 'This link is no longer valid' }]);
  });

  it('the mail can be requested again, once a minute; only the last one is valid', async () => {
    await forget();
    await test.call(register, person('b'));
    const { data: token } = await test.call(login, { email: person('b').email, password });
    const [first] = await secretMailed();
    for (let i = 0; i < 2; i++) expect((await test.call(resendVerification, {}, token)).data).toEqual({ Verified: false });
    expect(await secretMailed()).toEqual([]);
    await Mails.updateMany({}, { $set: { at: new Date(Date.now() - 61_000) } });
    await test.call(resendVerification, {}, token);
    const [second] = await secretMailed();
    expect((await test.call(verifyEmail, { verify_token: first!.secret })).status).toBe(400);
    expect((await test.call(verifyEmail, { verify_token: second!.secret })).status).toBe(200);
    expect((await test.call(resendVerification, {}, token)).data).toEqual({ Verified: true });
  });
});

describe('a changed address', () => {
  const change = (user: UserDoc, email: string) => transaction((session) => changeEmail(session, { user, email, verification: true }));

  it('takes effect when it is verified', async () => {
    await forget();
    const user = await buildUser({ password });
    await change(user, 'New.Rand@uni.example');
    expect((await test.call(login, { email: user.email, password })).status).toBe(200);
    const [, mail] = await secretMailed();
    expect(mail?.to).toBe('New.Rand@uni.example');
    expect((await test.call(verifyEmail, { verify_token: mail!.secret })).data).toEqual({ Email: 'New.Rand@uni.example' });
    expect((await test.call(login, { email: user.email, password })).status).toBe(401);
    expect((await test.call(login, { email: 'new.rand@uni.example', password })).status).toBe(200);
  });

  it('is not verified by a link mailed to another address', async () => {
    await forget();
    const user = await buildUser();
    await change(user, 'first@uni.example');
    const [, mail] = await secretMailed();
    await change(user, 'second@uni.example');
    expect((await test.call(verifyEmail, { verify_token: mail!.secret })).status).toBe(400);
  });

  it('that was taken meanwhile is answered 409, and nothing changes', async () => {
    await forget();
    const user = await buildUser();
    await change(user, 'wanted@uni.example');
    const [, mail] = await secretMailed();
    await buildUser({ email: 'wanted@uni.example' });
    const { status, error } = await test.call(verifyEmail, { verify_token: mail!.secret });
    expect([status, error.code]).toEqual([409, 'email_taken']);
    expect((await Users.findById(user._id).lean())?.email).toBe(user.email);
    await expect(change(user, 'WANTED@uni.example')).rejects.toMatchObject({ code: 'email_taken' });
  });
});

describe('a forgotten password', () => {
  it('answers the same for an address without an account, and mails nobody', async () => {
    await forget();
    const user = await buildUser({ password });
    const registered = await test.call(forgotPassword, { email: user.email.toUpperCase() });
    const unregistered = await test.call(forgotPassword, { email: 'nobody@uni.example' });
    expect([registered.status, registered.data]).toEqual([unregistered.status, unregistered.data]);
    expect((await secretMailed()).map(({ to }) => to)).toEqual([user.email]);
  });

  it('is replaced once by the mailed link, and every session ends, with its sockets', async () => {
    await forget();
    const user = await buildUser({ password });
    const tokens = [await test.tokenFor(user), await test.tokenFor(user)];
    const socket = await openSocket(test.url, { token: tokens[0]! });
    await test.call(forgotPassword, { email: user.email });
    const [mail] = await secretMailed();
    const ended = socket.next(sessionEnded);
    const reset = { reset_token: mail!.secret, password: newOne };
    expect((await test.call(resetPassword, { ...reset, password: 'short' })).error.fields).toEqual({
      password: 'Password must be at least 8 characters',
    });
    expect((await test.call(resetPassword, reset)).status).toBe(200);
    expect((await ended).payload.session_ids).toBe('all');
    await socket.closed();
    for (const token of tokens) expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    expect((await test.call(resetPassword, reset)).status).toBe(400);
    expect((await test.call(login, { email: user.email, password })).status).toBe(401);
    expect((await test.call(login, { email: user.email, password: newOne })).status).toBe(200);
    await drain();
    expect(await Mails.countDocuments({ user: user._id, kind: 'password_changed' })).toBe(1);
  });

  it('is not replaced after an hour, nor after the address has changed', async () => {
    const user = await buildUser({ password });
    const mailed = () => makeToken({ purpose: 'reset', user: user._id, emailFolded: user.emailFolded });
    const old = await mailed();
    await OneTimeTokens.updateMany({ user: user._id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await test.call(resetPassword, { reset_token: old, password: newOne })).status).toBe(400);
    const other = await mailed();
    await Users.updateOne({ _id: user._id }, { $set: { emailFolded: 'moved@uni.example' } });
    expect((await test.call(resetPassword, { reset_token: other, password: newOne })).status).toBe(400);
  });

  it('is replaced once by two parallel calls', async () => {
    const user = await buildUser({ password });
    const reset_token = await makeToken({ purpose: 'reset', user: user._id, emailFolded: user.emailFolded });
    const answers = await Promise.all([newOne, `${newOne}!`].map((each) => test.call(resetPassword, { reset_token, password: each })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe('changing the password', () => {
  it('needs the old one, and ends only the other sessions', async () => {
    const user = await buildUser({ password });
    const [mine, other] = [await test.tokenFor(user), await test.tokenFor(user)];
    const wrong = await test.call(changePassword, { password: 'wrong-password', new_password: newOne }, mine);
    expect([wrong.status, wrong.error.code]).toEqual([401, 'wrong_password']);
    expect((await test.call(getUserInfo, {}, mine)).status).toBe(200);
    expect((await test.call(changePassword, { password, new_password: newOne }, mine)).status).toBe(200);
    expect((await test.call(getUserInfo, {}, mine)).status).toBe(200);
    expect((await test.call(getUserInfo, {}, other)).status).toBe(401);
    expect((await test.call(login, { email: user.email, password: newOne })).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed newest first, in pages, with the current one marked', async () => {
    const user = await buildUser();
    const tokens = [];
    for (let i = 0; i < 3; i++) tokens.push(await test.tokenFor(user));
    await Sessions.updateMany({ user: user._id }, { $set: { createdAt: new Date() } });
    const first = await test.call(getSessions, { limit: 2 }, tokens[0]!);
    const second = await test.call(getSessions, { limit: 2, cursor: first.next! }, tokens[0]!);
    const all = [...first.data, ...second.data];
    expect([all.length, second.next, new Set(all.map(({ ID }) => ID)).size]).toEqual([3, null, 3]);
    expect(all.filter(({ Is_Current }) => Is_Current)).toHaveLength(1);
    expect(all[0]).toMatchObject({ Device: 'test', CreatedAt: expect.any(String), Seen_At: expect.any(String) });
  });

  it('can be ended one by one, with their sockets; another person’s is not found', async () => {
    const [user, stranger] = [await buildUser(), await buildUser()];
    const [mine, other, theirs] = [await test.tokenFor(user), await test.tokenFor(user), await test.tokenFor(stranger)];
    const { data } = await test.call(getSessions, {}, mine);
    const id = data.find(({ Is_Current }) => !Is_Current)!.ID;
    expect((await test.call(endSession, { session_id: id }, theirs)).status).toBe(404);
    const [remaining, cut] = [await openSocket(test.url, { token: mine }), await openSocket(test.url, { token: other })];
    expect((await test.call(endSession, { session_id: id }, mine)).data).toEqual({ ended: 1 });
    await cut.closed();
    expect(remaining.closedBy).toBeNull();
    remaining.close();
    expect((await test.call(getUserInfo, {}, other)).status).toBe(401);
    expect((await test.call(endSession, { session_id: 'all' }, mine)).data).toEqual({ ended: 1 });
    expect((await test.call(getUserInfo, {}, mine)).status).toBe(401);
    expect((await test.call(getUserInfo, {}, theirs)).status).toBe(200);
    expect((await test.call(endSession, { session_id: 'mine' }, theirs)).status).toBe(400);
  });
});
