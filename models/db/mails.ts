import { date, defineModel, due, dueIndex, type Id, maybeDate, maybeRef, maybeRefs, maybeString, mixed, needed, refs } from './model.js';
import { hashAddress } from './one-time-tokens.js';

export const mailKinds = [
  'verify_email',
  'reset_password',
  'password_changed',
  'email_changed',
  'invitation',
  'ticket_answered',
  'notifications',
  'digest',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail on its way: at once its record and its outbox. What it says goes from here as soon as it is sent. */
export interface MailDoc {
  _id: Id;
  kind: MailKind;
  /** Whose account it goes to; null for somebody without one. */
  user: Id | null;
  /** Where it goes, where that is not the account's own address. */
  address: string | null;
  /** Its hash, which stays: whoever deletes the account of this address takes the mail along. */
  addressHash: string | null;
  /** The language for somebody without an account; an account's own goes first. */
  locale: 'en' | 'ar';
  params?: Record<string, string>;
  /** The notifications that it tells of, which are read as it is written; how many there are besides is `more` in its params. */
  items?: Id[];
  /** What it is about, where it may be sent only once. */
  key?: string;
  /** The people whose names it says. */
  about: Id[];
  at: Date;
  claimedAt: Date | null;
  sentAt: Date | null;
  due?: Date;
}

const retentionDays = 30;
/** How long a sent mail's record, and its file where there is no mail server, are kept. */
export const mailRetentionMs = retentionDays * 86_400_000;

export const Mails = defineModel<MailDoc>(
  'mails',
  {
    kind: needed,
    user: maybeRef,
    address: maybeString,
    addressHash: maybeString,
    locale: needed,
    params: mixed,
    items: maybeRefs,
    key: { type: String, default: undefined },
    about: refs,
    at: date,
    claimedAt: maybeDate,
    sentAt: maybeDate,
    due,
  },
  [
    [{ user: 1 }],
    [{ about: 1 }],
    [{ addressHash: 1 }],
    [{ key: 1 }, { unique: true, partialFilterExpression: { key: { $exists: true } } }],
    [{ at: 1 }, { expireAfterSeconds: mailRetentionMs / 1000 }],
    dueIndex,
    [{ kind: 1, due: 1 }, { partialFilterExpression: { due: { $exists: true } } }],
  ],
);

interface Reader {
  user: Id;
  emailFolded: string;
}
/** The mails of a person, by account, by address and by name: one filter for each index. */
export const mailsOf = ({ user, emailFolded }: Reader): object[] => [{ user }, { about: user }, { addressHash: hashAddress(emailFolded) }];
