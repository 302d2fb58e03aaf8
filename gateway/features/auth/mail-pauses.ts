import { type MailKind, Mails } from '#models/db/mails';
import type { Id } from '#models/db/model';

const mailEveryMs = 60_000;

/** Whether a mail of this kind was sent in the last minute: one a minute, so that nobody can fill another's mailbox. */
export const wasJustMailed = async (user: Id, kind: MailKind): Promise<boolean> =>
  (await Mails.exists({ user, kind, at: { $gt: new Date(Date.now() - mailEveryMs) } })) !== null;
