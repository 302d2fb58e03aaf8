import { isNews } from '#models/bus/mails';
import { type MailDoc, Mails } from '#models/db/mails';
import { Users } from '#models/db/users';
import type { Log } from '../log.js';
import { type Mailer, MailFault, mailer } from './mailer.js';
import { quietUntil } from './quiet-hours.js';
import { writeMail } from './write.js';

/** Later than this it would only puzzle. */
const tooLateMs = 24 * 3600_000;

const claimedForMs = 60_000;

export interface SendMailOptions {
  /** The university's time zone: quiet hours are by its clocks. */
  timeZone: string;
  mailer?: Mailer;
  now?: () => Date;
}

/**
 * Sends a mail at most once: it is claimed first, and the claim is given back only where it certainly was not sent. A worker
 * that is killed in between has claimed it for good. News that is late, as after an outage of the mail server, is postponed to
 * the end of its reader's quiet hours; the sweeper adds its job again then.
 */
export async function sendMail(
  id: string,
  log: Log,
  { timeZone, mailer: by = mailer(), now = () => new Date() }: SendMailOptions,
): Promise<void> {
  const mail = await Mails.findOneAndUpdate(
    { _id: id, claimedAt: null },
    { $set: { claimedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean();
  if (!mail) return giveUpIfOld(id);
  try {
    const until = await quietHoursOf(mail, now(), timeZone);
    if (until) return void (await Mails.updateOne({ _id: id }, { $set: { claimedAt: null, due: until } }));
    const written = Date.now() - mail.at.getTime() < tooLateMs ? await writeMail(mail, by.publicUrl) : null;
    // Whoever it names takes it along when they leave, so their names are kept before it is.
    if (written && written.about.length > 0) await Mails.updateOne({ _id: id }, { $addToSet: { about: { $each: written.about } } });
    if (written) await by.send(written.letter);
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

/** When the quiet hours of a news mail's reader end; null outside of them, and for mails that somebody waits for. */
async function quietHoursOf({ kind, user }: MailDoc, now: Date, timeZone: string): Promise<Date | null> {
  if (!isNews(kind) || !user) return null;
  const reader = await Users.findById(user, { 'preferences.quietHours': 1 }).lean();
  return reader && quietUntil(now, reader.preferences?.quietHours, timeZone);
}

/** Claimed for longer than any sending takes: whoever had it was killed, and nobody knows how far it got. */
async function giveUpIfOld(id: string): Promise<void> {
  const old = { claimedAt: { $lt: new Date(Date.now() - claimedForMs) } };
  await Mails.updateOne({ _id: id, due: { $exists: true }, ...old }, { $set: { address: null }, $unset: { params: 1, items: 1, due: 1 } });
}

/** It is dealt with: nothing of what it said is kept. */
async function settle(id: string, isSent = false): Promise<void> {
  const sent = isSent ? { sentAt: new Date() } : {};
  await Mails.updateOne({ _id: id }, { $set: { address: null, ...sent }, $unset: { params: 1, items: 1, due: 1 } });
}
