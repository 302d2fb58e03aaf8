import type { Locale } from '#models/bus/i18n';
import { mailWords } from '#models/bus/mail-words';
import type { MailDoc } from '#models/db/mails';
import type { Id } from '#models/db/model';
import { type MailedPurpose, makeToken } from '#models/db/one-time-tokens';
import { foldEmail } from '#models/db/text';
import { type UserDoc, Users } from '#models/db/users';
import { writeDigest } from '../digest/write.js';
import { writeFollowed } from '../digest/write-followed.js';
import { wantsMail } from './channels.js';
import { type Composed, compose } from './compose.js';
import type { Letter } from './mailer.js';
import { writeNotifications } from './write-notifications.js';

/** A mail as it is sent, and the people whom it names. */
export interface WrittenMail {
  letter: Letter;
  about: Id[];
}

/** Account fields of a mail's reader. */
type Reader = Pick<UserDoc, '_id' | 'name' | 'email' | 'preferences' | 'notifications' | 'verifiedAt' | 'suspendedAt'>;

/** The app's address, and the university's time zone. */
export interface Site {
  publicUrl: string;
  timeZone: string;
}

/** Composes a mail from current data instead of the stored params; null if nothing is left to say. */
export type WriteNews = (mail: MailDoc, reader: Reader, locale: Locale, site: Site) => Promise<{ composed: Composed; about: Id[] } | null>;

const news: Partial<Record<MailDoc['kind'], WriteNews>> = {
  notifications: writeNotifications,
  digest: writeDigest,
  followed: writeFollowed,
};

/**
 * Mails with a secret, made as the mail is written so that only the reader ever has it: in the link to a page, or without one as
 * the `code` of the text.
 */
const secrets: Partial<Record<MailDoc['kind'], { purpose: MailedPurpose; page?: string }>> = {
  verify_email: { purpose: 'verify', page: '/verify-email' },
  reset_password: { purpose: 'reset', page: '/reset-password' },
  email_changed: { purpose: 'undo', page: '/undo-email' },
  factor_code: { purpose: 'factor' },
};

/** Mails about the access to an account: its owner gets them in its grace, too, since somebody else may have deleted it. */
const aboutAccess: ReadonlySet<MailDoc['kind']> = new Set(['reset_password', 'password_changed', 'email_changed']);

const shown = { name: 1, email: 1, preferences: 1, notifications: 1, verifiedAt: 1, suspendedAt: 1 } as const;

/** Account that reads a mail; null where it is deleted. */
async function readerOf(user: Id, kind: MailDoc['kind']): Promise<Reader | null> {
  const reader = await Users.findOne({ _id: user, deletedAt: null }, shown).lean<Reader>();
  if (reader || !aboutAccess.has(kind)) return reader;
  const hidden = await Users.findOne({ _id: user, 'grace.until': { $gt: new Date() } }, { grace: 1 }).lean();
  return hidden?.grace?.account ?? null;
}

/** Writes a mail in its reader's language; null without a reader or content. */
export async function writeMail(mail: MailDoc, site: Site): Promise<WrittenMail | null> {
  const reader = mail.user ? await readerOf(mail.user, mail.kind) : null;
  if (mail.user && !reader) return null;
  const to = mail.address ?? reader?.email;
  if (!to) return null;
  const locale: Locale = reader?.preferences.locale ?? mail.locale;
  const writeNews = news[mail.kind];
  const written = writeNews
    ? reader && wantsMail(reader) && (await writeNews(mail, reader, locale, site))
    : { composed: await fill(mail, reader, { to, locale, publicUrl: site.publicUrl }), about: [] };
  return written ? { letter: { id: String(mail._id), to, ...written.composed }, about: written.about } : null;
}

interface Filling {
  to: string;
  locale: Locale;
  publicUrl: string;
}

/** Fills the texts from the stored params. */
async function fill(mail: MailDoc, reader: Reader | null, { to, locale, publicUrl }: Filling): Promise<Composed> {
  const { path = '', ...params } = mail.params ?? {};
  const secret = secrets[mail.kind];
  const token = secret && reader ? await makeToken({ purpose: secret.purpose, user: reader._id, emailFolded: foldEmail(to) }) : '';
  const page = secret?.page ? `${secret.page}?token=${token}` : path;
  const code: Record<string, string> = secret && !secret.page ? { code: token } : {};
  const words = mailWords(mail.kind, { ...params, ...code, ...(reader ? { name: reader.name } : {}) }, locale);
  return compose(words, page === '' ? '' : `${publicUrl}${page}`, locale);
}
