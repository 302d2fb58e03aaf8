import i18next, { type TOptions } from 'i18next';
import { messageForms, type NotificationType } from '#models/contract/notifications';
import cardsAr from '#texts/ar/cards.json' with { type: 'json' };
import documentsAr from '#texts/ar/documents.json' with { type: 'json' };
import mailsAr from '#texts/ar/mails.json' with { type: 'json' };
import notificationsAr from '#texts/ar/notifications.json' with { type: 'json' };
import cardsEn from '#texts/en/cards.json' with { type: 'json' };
import documentsEn from '#texts/en/documents.json' with { type: 'json' };
import mailsEn from '#texts/en/mails.json' with { type: 'json' };
import notificationsEn from '#texts/en/notifications.json' with { type: 'json' };
import { dayWords, timeWords } from './date-words.js';

export type Locale = 'en' | 'ar';

const lettersOf = (written: string, script: RegExp): number => written.match(script)?.length ?? 0;

/** Language of a text, by the script of most of its letters; English when it has neither script. */
export const languageOf = (written: string): Locale =>
  lettersOf(written, /\p{Script=Arabic}/gu) > lettersOf(written, /\p{Script=Latin}/gu) ? 'ar' : 'en';

type Vars = Record<string, string | number>;

const resources = {
  en: { notifications: notificationsEn, cards: cardsEn, documents: documentsEn, mails: mailsEn },
  ar: { notifications: notificationsAr, cards: cardsAr, documents: documentsAr, mails: mailsAr },
};
const i18n = i18next.createInstance();
void i18n.init({
  resources,
  lng: 'en',
  fallbackLng: false,
  ns: Object.keys(resources.en),
  initAsync: false,
  interpolation: { escapeValue: false },
  missingInterpolationHandler: () => '',
});

/** Result for a key without a text; a text may be empty. */
const missing = '\0';

/** `t` with a key that is composed at run time. */
const translate = i18n.t as unknown as (key: string, options: TOptions) => string;

/**
 * Text at a path (area first), in the plural form of `count` if it has forms; undefined if there is none. The same files and
 * rules as in the browser.
 */
export function text(locale: Locale, path: string, vars: Vars): string | undefined {
  const [ns = '', ...key] = path.split('.');
  const { count } = vars;
  // People wrote the values of `replace`: none may act as an option or as a reference to another text.
  const options: TOptions = { lng: locale, ns, replace: vars, nest: false, defaultValue: missing };
  const found = translate(key.join('.'), typeof count === 'number' ? { ...options, count } : options);
  return found === missing ? undefined : found;
}

/** Input of `notificationWords`. */
export interface NotificationParts {
  type: NotificationType;
  params: Record<string, string>;
  /** Newest first. */
  actors: readonly { Name: string }[];
  /** Number of people. */
  count: number;
  /** Number of actions by these people. */
  times: number;
}

/**
 * Title and message of a notification: 'Lina and 4 others liked your post'. For several actions the message gives their number
 * and quotes only the latest, so no sentence says of all people what one of them did.
 */
export function notificationWords(parts: NotificationParts, locale: Locale = 'en'): { title: string; message: string } {
  const name = parts.actors[0]?.Name ?? '';
  const others = parts.count - 1;
  const who = others > 0 ? (text(locale, 'notifications.who.more', { name, count: others }) ?? name) : name;
  const { rule: code, date: day, time: hour } = parts.params;
  const rule = code && text(locale, `notifications.rules.${code}`, {});
  const when = { ...(day && { date: dayWords(day, locale) }), ...(hour && { time: timeWords(hour, locale) }) };
  const vars = { ...parts.params, ...(rule && { rule }), ...when, who };
  const t = (part: string): string | undefined => {
    const path = `notifications.types.${parts.type}.${part}`;
    const many = parts.times > 1 ? text(locale, `${path}Many`, { ...vars, count: parts.times, n: parts.times }) : undefined;
    return many ?? text(locale, path, vars);
  };
  const forms = messageForms.filter(([, needed]) => needed.every((param) => parts.params[param])).map(([form]) => t(form));
  return { title: t('title') ?? '', message: forms.find((form) => form !== undefined) ?? t('message') ?? '' };
}

/** Stand-in for the name of a person who is not named, in the reader's language. */
export const maskedWords = (locale: Locale): string => text(locale, 'notifications.masked', {}) ?? '';

/** Reason of a recommendation, as text. `count` in `params` chooses the plural form. */
export function reasonWords(code: string, params: Record<string, string>, locale: Locale = 'en'): string {
  const { count, ...rest } = params;
  return text(locale, `cards.reason.${code}`, count === undefined ? rest : { ...rest, count: Number(count) }) ?? '';
}

/** Action and its count for a line of 'Recent Activity': 'posted in', 'posted 3 times in'. */
export function actionWords(verb: string, count = 1, locale: Locale = 'en'): string {
  const name = verb.replace(/[.-]/g, '_');
  const many = count > 1 ? text(locale, `cards.actions.${name}`, { count, n: count }) : undefined;
  return many ?? text(locale, `cards.action.${name}`, {}) ?? '';
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes user text for HTML content and attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
