import { isNews } from '#models/bus/mails';
import { type MailDoc, Mails } from '#models/db/mails';
import { quietUntil } from '#models/db/quiet-hours';
import { Users } from '#models/db/users';
import type { Log } from '../log.js';
import { type Mailer, MailFault } from './mailer.js';
import { writeMail } from './write.js';

/** Age at which a mail is no longer useful. */
const tooLateMs = 24 * 3600_000;

const claimedForMs = 60_000;

export interface SendMailOptions {
  /** The university's time zone, for quiet hours. */
  timeZone: string;
  mailer: Mailer;
  now?: () => Date;
}

/**
 * Sends a mail at most once: claims it first, and releases the claim only if it certainly was not sent. A worker that is killed
 * in between keeps the claim. Late news, as after an outage of the mail server, is postponed to the end of the reader's quiet
 * hours; the sweeper then adds its job again.
 */
export async function sendMail(id: string, log: Log, { timeZone, mailer, now = () => new Date() }: SendMailOptions): Promise<void> {
  const mail = await Mails.findOneAndUpdate(
    { _id: id, claimedAt: null },
    { $set: { claimedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean();
  if (!mail) return giveUpIfOld(id);
  try {
    const until = await quietHoursOf(mail, now(), timeZone);
    if (until) return void (await Mails.updateOne({ _id: id }, { $set: { claimedAt: null, due: until } }));
    const written = Date.now() - mail.at.getTime() < tooLateMs ? await writeMail(mail, { publicUrl: mailer.publicUrl, timeZone }) : null;
    // Store the people named in the mail before it is sent, so that it is deleted with their accounts.
    if (written && written.about.length > 0) await Mails.updateOne({ _id: id }, { $addToSet: { about: { $each: written.about } } });
    if (written) await mailer.send(written.letter);
    await settle(id, written !== null);
  } catch (error) {
    if (error instanceof MailFault && error.outcome !== 'unsent') {
      await settle(id);
      log.warn({ mail: id, outcome: error.outcome, reason: error.message }, 'mail.delivery gave up');
      return;
    }
    await Mails.updateOne({ _id: id }, { $set: { claimedAt: null } });
    throw error;
  }
}

/** End of the quiet hours of a news mail's reader; null outside of them, and for mails that somebody waits for. */
async function quietHoursOf({ kind, user }: MailDoc, now: Date, timeZone: string): Promise<Date | null> {
  if (!isNews(kind) || !user) return null;
  const reader = await Users.findById(user, { 'preferences.quietHours': 1 }).lean();
  return reader && quietUntil(now, reader.preferences?.quietHours, timeZone);
}

/** Claimed for longer than any sending takes: its worker was killed, and the outcome is unknown. */
async function giveUpIfOld(id: string): Promise<void> {
  const old = { claimedAt: { $lt: new Date(Date.now() - claimedForMs) } };
  await Mails.updateOne({ _id: id, due: { $exists: true }, ...old }, { $set: { address: null }, $unset: { params: 1, items: 1, due: 1 } });
}

/** Ends a mail, and deletes its content and address. */
async function settle(id: string, isSent = false): Promise<void> {
  const sent = isSent ? { sentAt: new Date() } : {};
  await Mails.updateOne({ _id: id }, { $set: { address: null, ...sent }, $unset: { params: 1, items: 1, due: 1 } });
}
