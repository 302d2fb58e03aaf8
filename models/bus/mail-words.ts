import { cleanProse, oneLine, withoutLinks } from '#models/contract/characters';
import type { MailKind } from '#models/db/mails';
import { type Locale, type NotificationParts, notificationWords, text } from './i18n.js';

/** What a mail says, in plain words. */
export interface MailWords {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** On the button; empty where there is nothing to open. */
  action: string;
  /** Beside the address under the button. */
  orOpen: string;
  footer: string;
  /** What it lists, after its first paragraph. */
  sections?: MailSection[];
}

/** Several things of one sort, under a heading where there is more than one sort. */
export interface MailSection {
  heading?: string;
  items: MailItem[];
  /** What is not listed; empty where all is. */
  more?: string;
  mute?: MuteLink;
}

/** A link by which to be told no more of something. */
export interface MuteLink {
  label: string;
  link: string;
}

/** One thing that a mail tells of. Addresses are whole. */
export interface MailItem {
  title: string;
  text: string;
  /** The text is somebody's own, so it runs in its own direction. */
  isQuoted?: true;
  link: string;
  /** Why the reader is told of it. */
  why?: string;
  mute?: MuteLink;
}

/** What of a mail's params has lines of its own; everything else stands in a sentence or a subject. */
const multilineParams = new Set(['content']);
/** Names that may be in a mail to a stranger: somebody signs up with another's address, or invites it. */
const names = new Set(['name', 'by', 'society']);

/** What people wrote, safe to stand in a mail: also what was stored before such text was refused. */
function safeParams(params: Record<string, string>): Record<string, string> {
  const safe = (param: string, value: string): string => {
    // The title of a notification was composed by `itemWords`: it may hold isolates of ours.
    if (param === 'title') return value;
    if (multilineParams.has(param)) return cleanProse(value);
    return names.has(param) ? withoutLinks(oneLine(value)) : oneLine(value);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, safe(name, value)]));
}

/** The words of a mail; `name` is the reader's, where it is known. */
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

/** What people wrote, so that it keeps its own direction in a sentence that runs the other way. */
function isolated(written: string, locale: Locale): string {
  const line = oneLine(written);
  const isForeign = locale === 'ar' ? /\p{Script=Latin}/u.test(line) : rightToLeft.test(line);
  return isForeign ? `\u2068${line}\u2069` : line;
}

const days = {
  en: new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  ar: new Intl.DateTimeFormat('ar-JO-u-nu-latn', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
};

/** A local date, YYYY-MM-DD, as the screens write it: western digits in both languages, the months of the Levant in Arabic. */
export const dayWords = (date: string, locale: Locale): string => days[locale].format(new Date(`${date}T00:00:00Z`));

/** Title and message of a notification in a mail. */
export function itemWords({ type, params, actors, count, times }: NotificationParts, locale: Locale): { title: string; text: string } {
  const localized = params.date ? { ...params, date: dayWords(params.date, locale) } : params;
  const isolatedParams = Object.fromEntries(Object.entries(localized).map(([key, value]) => [key, isolated(value, locale)]));
  const named = actors.map(({ Name }) => ({ Name: isolated(Name, locale) }));
  const { title, message } = notificationWords({ type, params: isolatedParams, actors: named, count, times }, locale);
  return { title, text: message };
}

/** Why somebody is told of it, as a line of a mail; `code` is the notification's own. */
export const whyWords = (code: string, locale: Locale): string =>
  text(locale, 'mails.why', { why: text(locale, `notifications.why.${code}`, {}) ?? '' }) ?? '';

/** On the link by which a society, or (null) this type of notification, is muted. */
export const muteWords = (society: string | null, locale: Locale): string =>
  society === null
    ? (text(locale, 'mails.mute.type', {}) ?? '')
    : (text(locale, 'mails.mute.society', { society: isolated(society, locale) }) ?? '');

/** The subject of a mail of several notifications. */
export const subjectOfMany = (count: number, locale: Locale): string => text(locale, 'mails.kinds.notifications.subjects', { count }) ?? '';

/** What a list does not show: 'and 3 more'; empty for none. `what` is of the mails' texts. */
export const moreWords = (what: 'notifications' | 'posts' | 'events', count: number, locale: Locale): string =>
  count > 0 ? (text(locale, `mails.more.${what}`, { count }) ?? '') : '';

/** The headings of a weekly digest. */
export const digestWords = (part: 'posts' | 'events', society: string, locale: Locale): string =>
  text(locale, `mails.kinds.digest.${part}`, { society: isolated(society, locale) }) ?? '';
