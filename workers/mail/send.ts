import { Mails } from '#models/db/mails';
import type { Log } from '../log.js';
import { type Mailer, MailFault, mailer } from './mailer.js';
import { write } from './write.js';

/** Later than this it would only puzzle. */
const tooLateMs = 24 * 3600_000;

const claimedForMs = 60_000;

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
    const written = Date.now() - mail.at.getTime() < tooLateMs ? await write(mail, by.publicUrl) : null;
    // Whoever it names takes it along when they leave, so their names are kept before it is.
    if (written && written.about.length > 0) await Mails.updateOne({ _id: id }, { $addToSet: { about: { $each: written.about } } });
    if (written) await by.send(written.letter);
    await settle(id, written !== null);
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
  await Mails.updateOne({ _id: id, due: { $exists: true }, ...old }, { $set: { address: null }, $unset: { params: 1, items: 1, due: 1 } });
}

/** It is dealt with: nothing of what it said is kept. */
async function settle(id: string, isSent = false): Promise<void> {
  const sent = isSent ? { sentAt: new Date() } : {};
  await Mails.updateOne({ _id: id }, { $set: { address: null, ...sent }, $unset: { params: 1, items: 1, due: 1 } });
}
