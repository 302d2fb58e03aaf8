import { type Locale, mailWords } from '#models/bus/words';
import { type MailDoc, Mails } from '#models/db/mails';
import { makeToken, type TokenPurpose } from '#models/db/one-time-tokens';
import { foldEmail } from '#models/db/text';
import { Users } from '#models/db/users';
import type { Log } from '../log.js';
import { compose } from './compose.js';
import { type Letter, type Mailer, MailFault, mailer } from './mailer.js';

/** Later than this it would only puzzle. */
const tooLateMs = 24 * 3600_000;

const claimedForMs = 60_000;

/** Mails whose link carries a secret: it is made as the mail is written, so that only the reader ever has it. */
const secrets: Partial<Record<MailDoc['kind'], { purpose: TokenPurpose; page: string }>> = {
  verify_email: { purpose: 'verify', page: '/verify-email' },
  reset_password: { purpose: 'reset', page: '/reset-password' },
};

/**
 * Sends a mail at most once: it is claimed first, and the claim is given back only where it certainly was not sent. A worker
 * that is killed in between has claimed it for good.
 */
export async function sendMail(id: string, log: Log, by: Mailer = mailer()): Promise<void> {
  const mail = await Mails.findOneAndUpdate(
    { _id: id, claimedAt: null },
    { $set: { claimedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean();
  if (!mail) return giveUpIfOld(id);
  try {
    const letter = Date.now() - mail.at.getTime() < tooLateMs ? await write(mail, by.publicUrl) : null;
    if (letter) await by.send(letter);
    await settle(id, letter !== null);
  } catch (error) {
    if (error instanceof MailFault && error.outcome !== 'unsent') {
      await settle(id);
      log.warn({ mail: id, outcome: error.outcome, reason: error.message }, 'A mail was given up.');
      return;
    }
    await Mails.updateOne({ _id: id }, { $set: { claimedAt: null } });
    throw error;
  }
}

/** Claimed for longer than any sending takes: whoever had it was killed, and nobody knows how far it got. */
async function giveUpIfOld(id: string): Promise<void> {
  const old = { claimedAt: { $lt: new Date(Date.now() - claimedForMs) } };
  await Mails.updateOne({ _id: id, due: { $exists: true }, ...old }, { $set: { address: null }, $unset: { params: 1, due: 1 } });
}

/** It is dealt with: nothing of what it said is kept. */
async function settle(id: string, isSent = false): Promise<void> {
  const sent = isSent ? { sentAt: new Date() } : {};
  await Mails.updateOne({ _id: id }, { $set: { address: null, ...sent }, $unset: { params: 1, due: 1 } });
}

/** Null where there is nobody to write to any more. */
async function write(mail: MailDoc, publicUrl: string): Promise<Letter | null> {
  const reader = mail.user ? await Users.findOne({ _id: mail.user, deletedAt: null }, { name: 1, email: 1, preferences: 1 }).lean() : null;
  if (mail.user && !reader) return null;
  const to = mail.address ?? reader?.email;
  if (!to) return null;
  const locale: Locale = reader?.preferences.locale ?? mail.locale;
  const { path = '', ...params } = mail.params ?? {};
  const secret = secrets[mail.kind];
  const token = secret && reader ? await makeToken({ purpose: secret.purpose, user: reader._id, emailFolded: foldEmail(to) }) : '';
  const page = secret ? `${secret.page}?token=${token}` : path;
  const words = mailWords(mail.kind, { ...params, ...(reader ? { name: reader.name } : {}) }, locale);
  return { id: String(mail._id), to, ...compose(words, page === '' ? '' : `${publicUrl}${page}`, locale) };
}
