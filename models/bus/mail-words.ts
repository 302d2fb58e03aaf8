import { cleanProse, oneLine, withoutLinks } from '#models/contract/characters';
import type { MailKind } from '#models/db/mails';
import { type Locale, type NotificationParts, notificationWords, text } from './i18n.js';

/** Plain-text parts of a mail. */
export interface MailWords {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Button label; empty if the mail has no link. */
  action: string;
  /** Text beside the address under the button. */
  orOpen: string;
  footer: string;
  /** Lists shown after the first paragraph. */
  sections?: MailSection[];
}

/** Items of one kind; the heading is for mails with several kinds. */
export interface MailSection {
  heading?: string;
  items: MailItem[];
  /** Number of items not listed, as text; empty if all are. */
  more?: string;
  mute?: MuteLink;
}

/** Unsubscribe link for a society or a notification type. */
export interface MuteLink {
  label: string;
  link: string;
}

/** Item of a mail. Addresses are absolute. */
export interface MailItem {
  title: string;
  text: string;
  /** The text was written by a user, so it has its own direction. */
  isQuoted?: true;
  link: string;
  /** Reason why the reader gets this item. */
  why?: string;
  mute?: MuteLink;
}

/** Params that may have several lines; all others are put into a sentence or a subject. */
const multilineParams = new Set(['content']);
/** Names that may reach strangers by mail, since anybody can sign up with or invite a foreign address. */
const names = new Set(['name', 'by', 'society']);

/** Cleans user text for a mail, including text stored before such characters were refused. */
function safeParams(params: Record<string, string>): Record<string, string> {
  const safe = (param: string, value: string): string => {
    // `itemWords` composed the title of the notification: it may contain isolates.
    if (param === 'title') return value;
    if (multilineParams.has(param)) return cleanProse(value);
    return names.has(param) ? withoutLinks(oneLine(value)) : oneLine(value);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, safe(name, value)]));
}

/** Texts of a mail; `params.name` is the reader's name, if the reader has an account. */
export function mailWords(kind: MailKind, params: Record<string, string>, locale: Locale): MailWords {
  const safe = safeParams(params);
  const t = (path: string): string => text(locale, `mails.${path}`, safe) ?? '';
  const of = (part: string): string => t(`kinds.${kind}.${part}`);
  return {
    subject: of('subject'),
    greeting: t(params.name ? 'greeting' : 'greetingUnknown'),
    paragraphs: [of('text'), of('note')].filter((paragraph) => paragraph !== ''),
    action: of('action'),
    orOpen: t('orOpen'),
    footer: t('footer'),
  };
}

const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** Isolates user text whose direction differs from the sentence around it. */
function isolated(written: string, locale: Locale): string {
  const line = oneLine(written);
  const isForeign = locale === 'ar' ? /\p{Script=Latin}/u.test(line) : rightToLeft.test(line);
  return isForeign ? `\u2068${line}\u2069` : line;
}

/** Params that nobody wrote: a code of a text, a local date and time. */
const codes = new Set(['rule', 'date', 'time']);

/** Title and message of a notification for a mail. */
export function itemWords({ type, params, actors, count, times }: NotificationParts, locale: Locale): { title: string; text: string } {
  const isolatedParams = Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, codes.has(key) ? value : isolated(value, locale)]),
  );
  const named = actors.map(({ Name }) => ({ Name: isolated(Name, locale) }));
  const { title, message } = notificationWords({ type, params: isolatedParams, actors: named, count, times }, locale);
  return { title, text: message };
}

/** Reason why somebody is notified, as a line of a mail; `code` is the notification's `why`. */
export const whyWords = (code: string, locale: Locale): string =>
  text(locale, 'mails.why', { why: text(locale, `notifications.why.${code}`, {}) ?? '' }) ?? '';

/** Label of the link that mutes a society, or this notification type (null). */
export const muteWords = (society: string | null, locale: Locale): string =>
  society === null
    ? (text(locale, 'mails.mute.type', {}) ?? '')
    : (text(locale, 'mails.mute.society', { society: isolated(society, locale) }) ?? '');

/** Label of the link that ends a follow. */
export const unfollowWords = (society: string, locale: Locale): string =>
  text(locale, 'mails.mute.unfollow', { society: isolated(society, locale) }) ?? '';

/** Subject of a mail with several notifications. */
export const subjectOfMany = (count: number, locale: Locale): string => text(locale, 'mails.kinds.notifications.subjects', { count }) ?? '';

/** Number of items not listed: 'and 3 more'; empty for none. `what` is a key of the mail texts. */
export const moreWords = (what: 'notifications' | 'posts' | 'events', count: number, locale: Locale): string =>
  count > 0 ? (text(locale, `mails.more.${what}`, { count }) ?? '') : '';

/** Headings of a weekly digest. */
export const digestWords = (part: 'posts' | 'events', society: string, locale: Locale): string =>
  text(locale, `mails.kinds.digest.${part}`, { society: isolated(society, locale) }) ?? '';
