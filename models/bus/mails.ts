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
  /** Whose account it goes to; left out for somebody without one, who has an `address`. */
  user?: Id;
  /** Where it goes, if not to the account's own address. */
  address?: string;
  /** For somebody without an account. */
  locale?: 'en' | 'ar' | null;
  /** What its words are filled with, and `path`, the page that its button opens. */
  params?: Record<string, string>;
  /** The people whose names are in `params`: it goes with their accounts. */
  about?: Id[];
  /** The notifications that it tells of. */
  items?: Id[];
}

/** The natural id of a mail's job. */
export const mailJobId = (id: Id): string => `mail-${id}`;

/** What somebody waits for at the screen goes before news, of which there may be thousands. */
export const isNews = (kind: MailKind): boolean => kind === 'notifications' || kind === 'digest';
const newsPriority = 10;

/** How a mail's job is added: once, not before it is due, and in its turn. */
export const mailJob = ({ _id, kind, due }: Pick<MailDoc, '_id' | 'kind' | 'due'>): JobsOptions & { jobId: string } => ({
  jobId: mailJobId(_id),
  ...(due && due.getTime() > Date.now() ? { delay: due.getTime() - Date.now() } : {}),
  ...(isNews(kind) ? { priority: newsPriority } : {}),
});

/** Writes a mail, in the transaction of what it tells of where there is one; after the commit comes `enqueueMailInBackground`. */
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

/** Asks the workers for it; rejects while Redis is away, and then the sweeper asks again. */
export const enqueueMail = (mail: Pick<MailDoc, '_id' | 'kind' | 'due'>): Promise<void> =>
  addJob('mail.send', { mail: String(mail._id) }, mailJob(mail));

/** The same, where the caller's answer does not wait. */
export const enqueueMailInBackground = (mail: Pick<MailDoc, '_id' | 'kind' | 'due'>): void => trackInBackground(enqueueMail(mail));
