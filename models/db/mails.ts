import { describeCollection, ofUser } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, maybeDate, maybeRef, maybeRefs, maybeString, mixed, needed, refs } from './model.js';
import { hashAddress } from './one-time-tokens.js';

export const mailKinds = [
  'verify_email',
  'reset_password',
  'password_changed',
  'email_changed',
  'account_leaving',
  'factor_code',
  'factor_added',
  'factor_removed',
  'factors_replaced',
  'recovery_code_used',
  'recovery_codes_made',
  'invitation',
  'ticket_answered',
  'notifications',
  'digest',
  'followed',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail to send: its record and its outbox at once. The content is deleted as soon as it is sent. */
export interface MailDoc {
  _id: Id;
  kind: MailKind;
  /** The recipient's account; null for a recipient without one. */
  user: Id | null;
  /** The recipient's address unless it is the account's own. */
  address: string | null;
  /** Hash of the address, which is not deleted after sending: the deletion of this address's account finds the mail by it. */
  addressHash: string | null;
  /** Language of a recipient without an account; an account's own preference takes precedence. */
  locale: 'en' | 'ar';
  params?: Record<string, string>;
  /** Notifications listed in the mail, loaded when it is written; `more` in params counts the rest. */
  items?: Id[];
  /** Deduplication key of a mail that may be sent only once. */
  key?: string;
  /** People named in the mail. */
  about: Id[];
  at: Date;
  claimedAt: Date | null;
  sentAt: Date | null;
  due?: Date;
}

const retentionDays = 30;
/** Retention of a sent mail's record, and of its file without a mail server. */
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

describeCollection(Mails, {
  isInternal: true,
  description: 'Mails to the person, and mails that name them. Deleted; the job deletes their files before.',
  exportFilter: ofUser,
  erase: async (person) => {
    for (const filter of mailsOf(person)) await Mails.deleteMany(filter);
  },
});

interface Reader {
  user: Id;
  emailFolded: string;
}
/** Filters for the mails of a person, by account, by name and by address: one for each index. */
export const mailsOf = ({ user, emailFolded }: Reader): object[] => [{ user }, { about: user }, { addressHash: hashAddress(emailFolded) }];
