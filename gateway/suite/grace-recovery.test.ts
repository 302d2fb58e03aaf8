import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { changeEmail } from '#models/commands/change-email';
import { deleteAccount } from '#models/contract/account';
import { login, restoreAccount } from '#models/contract/auth';
import { changePassword, forgotPassword, resetPassword, undoEmail } from '#models/contract/credentials';
import { getUserInfo } from '#models/contract/users';
import { Mails } from '#models/db/mails';
import { OneTimeTokens } from '#models/db/one-time-tokens';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';
import { silent } from '#workers/log';
import { sendMail } from '#workers/mail/send';

const test = setUpTestApp({ deletionGraceDays: 14 });
const [owners, thieves, newOne] = ['knafeh-2026', 'stolen-2026', 'maqluba-2026'];

interface Sent {
  to: string;
  text: string;
  secret: string;
}
/** Sends every pending mail, as the worker does. */
async function sendMails(): Promise<Sent[]> {
  const sent: Sent[] = [];
  const send = async ({ to, text }: { to: string; text: string }) => {
    sent.push({ to, text, secret: /token=([\w-]{43})/.exec(text)?.[1] ?? '' });
  };
  const pending = await Mails.find({ due: { $exists: true } }, { _id: 1 })
    .sort({ _id: 1 })
    .lean();
  const mailer = { publicUrl: '', send, discard: async () => {}, discardBefore: async () => 0 };
  for (const { _id } of pending) await sendMail(String(_id), silent, { timeZone: 'UTC', mailer });
  return sent;
}

/** An account whose thief chose another password and then deleted it. */
async function stolen(over: Partial<UserDoc> = {}): Promise<{ user: UserDoc; token: string }> {
  const user = await buildUser({ password: owners, name: 'Rand Robbed', ...over });
  const token = await test.tokenFor(user);
  expect((await test.call(changePassword, { password: owners, new_password: thieves }, token)).status).toBe(200);
  return { user, token };
}
const deleteBy = async (token: string) => expect((await test.call(deleteAccount, { password: thieves }, token)).status).toBe(200);

/** Asks for a link to choose a password, follows it, and restores the account. */
async function recover(email: string) {
  await sendMails();
  await test.call(forgotPassword, { email });
  const [mail] = await sendMails();
  expect(mail).toMatchObject({ to: email, text: expect.stringContaining('Rand Robbed') });
  return (await test.call(resetPassword, { reset_token: mail?.secret ?? '', password: newOne })).status;
}

describe('an account that was deleted by somebody else, during its grace', () => {
  it('gets a new password by a mailed link, which ends the old one, and is then restored', async () => {
    const { user, token } = await stolen({ verifiedAt: null });
    await deleteBy(token);
    expect(await recover(user.email)).toBe(200);
    const [notice] = await sendMails();
    expect(notice).toMatchObject({ to: user.email, text: expect.stringContaining('password') });
    expect((await test.call(restoreAccount, { email: user.email, password: thieves })).error.code).toBe('wrong_credentials');
    expect((await test.call(login, { email: user.email, password: newOne })).error.code).toBe('deletion_pending');
    const { status, data } = await test.call(restoreAccount, { email: user.email, password: newOne });
    expect(status).toBe(200);
    expect((await test.call(getUserInfo, {}, data)).data.Name).toBe('Rand Robbed');
    // The link proved the mailbox.
    expect((await Users.findById(user._id).lean())?.verifiedAt).toBeInstanceOf(Date);
    expect((await test.call(login, { email: user.email, password: newOne })).status).toBe(200);
  });

  it('stays hidden until it is restored', async () => {
    const { user, token } = await stolen();
    await deleteBy(token);
    expect(await recover(user.email)).toBe(200);
    expect(await Users.findById(user._id).lean()).toMatchObject({ name: 'Deleted user', email: '-', deletedAt: expect.any(Date) });
  });

  it('gets back its address, to which the link was mailed before', async () => {
    const { user, token } = await stolen();
    const thief = 'thief@elsewhere.example';
    await transaction((session) => changeEmail(session, { user, email: thief, verification: false }));
    await deleteBy(token);
    const undo = (await sendMails()).find(({ text }) => text.includes('undo-email'));
    expect(undo?.to).toBe(user.email);
    const { status, data } = await test.call(undoEmail, { undo_token: undo?.secret ?? '' });
    expect([status, data.Email]).toEqual([200, user.email]);
    expect((await test.call(restoreAccount, { email: thief, password: thieves })).error.code).toBe('wrong_credentials');
    expect((await test.call(restoreAccount, { email: user.email, password: thieves })).error.code).toBe('wrong_credentials');
    expect((await test.call(resetPassword, { reset_token: data.Reset_Token, password: newOne })).status).toBe(200);
    expect((await test.call(restoreAccount, { email: user.email, password: newOne })).status).toBe(200);
    expect(await Users.findById(user._id).lean()).toMatchObject({ email: user.email, formerEmails: [] });
  });

  it('gets neither after the grace', async () => {
    const { user, token } = await stolen();
    await deleteBy(token);
    await sendMails();
    await OneTimeTokens.deleteMany({});
    await Users.updateOne({ _id: user._id }, { $set: { 'grace.until': new Date(Date.now() - 1) } });
    await test.call(forgotPassword, { email: user.email });
    expect(await sendMails()).toEqual([]);
  });
});
