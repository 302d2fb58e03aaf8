import { useTranslation } from 'react-i18next';
import { messageForms, type Notification } from '#models/contract/notifications';
import { dayName, eventTime, formatNumber } from '@/lib/format';
import { useShownName } from '@/lib/use-shown-name';

/** Isolates the direction of a name or an excerpt, so that the sentence around it keeps the page's. */
const isolated = (text: string): string => (text ? `\u2068${text}\u2069` : '');

/** A sentence that ends in quoted words of other people: the quotation, with its marks, is a line of its own. */
const endingQuote = /^(.*\S)\s*([“«])\u2068([^\u2069]+)\u2069([”»])$/s;

export interface NotificationTexts {
  title: string;
  message: string;
  /** Text by people at the end of the message: it may have another direction, so it is clipped by itself. */
  quote?: string;
}

/** Takes a quotation from the end of a message. */
function splitQuote(message: string): Pick<NotificationTexts, 'message' | 'quote'> {
  const [, sentence, opening, words, closing] = endingQuote.exec(message) ?? [];
  return sentence ? { message: sentence, quote: `${opening}${words}${closing}` } : { message };
}

/** Title and message in the viewer's language, from the same texts as mails, by type and params. */
export function useNotificationTexts(item: Notification): NotificationTexts {
  const { type, params, actors, count, times, title, message } = item;
  const { t, i18n } = useTranslation('notifications');
  const nameOf = useShownName();
  const name = isolated(actors[0]?.Name ? nameOf(actors[0].ID, actors[0].Name) : '');
  const who = count > 1 ? t('who.more', { name, count: count - 1 }) : name;
  const { date, time } = params;
  const shown = { ...params, ...(date && { date: dayName(date) }), ...(time && { time: eventTime(time) }) };
  const named = Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, isolated(value)]));
  const rule = params.rule && t(`rules.${params.rule}` as 'rules.spam', { defaultValue: params.rule });
  const vars = { excerpt: '', ...named, ...(rule && { rule }), who };
  const translate = (part: 'title' | 'message' | (typeof messageForms)[number][0], defaultValue: string): string => {
    const many = { ...vars, count: times, n: formatNumber(times) };
    const path = `types.${type}.${part}`;
    return times > 1 && i18n.exists(`${path}Many`, { ns: 'notifications', count: times })
      ? t(`${path}Many` as 'types.post_created.titleMany', { ...many, defaultValue })
      : t(path as 'types.post_liked.title', { ...vars, defaultValue });
  };
  const [form = 'message'] =
    messageForms.find(
      ([name, needed]) => needed.every((param) => params[param]) && i18n.exists(`types.${type}.${name}`, { ns: 'notifications' }),
    ) ?? [];
  return { title: translate('title', title), ...splitQuote(translate(form, message)) };
}
