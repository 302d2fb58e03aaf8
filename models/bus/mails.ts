import type { JobsOptions } from 'bullmq';
import { type MailDoc, type MailKind, Mails } from '#models/db/mails';
import { type Id, newId } from '#models/db/model';
import { hashAddress } from '#models/db/one-time-tokens';
import { foldEmail } from '#models/db/text';
import type { DbSession } from '#models/db/transaction';
import { addJob } from './jobs.js';
import { trackInBackground } from './publish.js';

interface NewMail {
  kind: MailKind;
  /** Account of the reader; left out for an `address` without an account. */
  user?: Id;
  /** Address, if not the account's own. */
  address?: string;
  /** Language for a reader without an account. */
  locale?: 'en' | 'ar' | null;
  /** Values for the texts, and `path`, the page that the button opens. */
  params?: Record<string, string>;
  /** People named in `params`: the mail is deleted with their accounts. */
  about?: Id[];
  /** Notifications listed in the mail. */
  items?: Id[];
}

/** Job id of a mail. */
export const mailJobId = (id: Id): string => `mail-${id}`;

/** Mails that somebody waits for at the screen are sent before news, of which there may be thousands. */
export const isNews = (kind: MailKind): boolean => kind === 'notifications' || kind === 'digest' || kind === 'followed';
const newsPriority = 10;

/** Options of a mail's job: deduplicated by id, delayed until due, prioritised by kind. */
export const mailJob = ({ _id, kind, due }: Pick<MailDoc, '_id' | 'kind' | 'due'>): JobsOptions & { jobId: string } => ({
  jobId: mailJobId(_id),
  ...(due && due.getTime() > Date.now() ? { delay: due.getTime() - Date.now() } : {}),
  ...(isNews(kind) ? { priority: newsPriority } : {}),
});

/** Stores a mail, inside the caller's transaction if there is one; call `enqueueMailInBackground` after the commit. */
export async function recordMail(mail: NewMail, session?: DbSession): Promise<MailDoc> {
  const at = new Date();
  const { kind, user = null, address = null, locale, params = {}, about = [], items } = mail;
  const doc: MailDoc = {
    _id: newId(),
    kind,
    user,
    address,
    addressHash: address === null ? null : hashAddress(foldEmail(address)),
    locale: locale ?? 'en',
    params,
    ...(items ? { items } : {}),
    about,
    at,
    claimedAt: null,
    sentAt: null,
    due: at,
  };
  await Mails.create([doc], session ? { session } : {});
  return doc;
}

/** Enqueues a mail. Rejects while Redis is away; the sweeper then enqueues it again. */
export const enqueueMail = (mail: Pick<MailDoc, '_id' | 'kind' | 'due'>): Promise<void> =>
  addJob('mail.send', { mail: String(mail._id) }, mailJob(mail));

/** Enqueues a mail without delaying the caller's response. */
export const enqueueMailInBackground = (mail: Pick<MailDoc, '_id' | 'kind' | 'due'>): void => trackInBackground(enqueueMail(mail));
