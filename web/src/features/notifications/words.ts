import { useTranslation } from 'react-i18next';
import type { Notification } from '#models/contract/notifications';
import { formatNumber } from '@/lib/format';

/** A name or an excerpt keeps its own direction, and the sentence around it that of the page. */
const isolated = (text: string): string => (text ? `\u2068${text}\u2069` : '');

/** Title and message in the reader's language: the same texts as the mails', by type and params. */
export function useNotificationWords(item: Notification): { title: string; message: string } {
  const { type, params, actors, count, times, title, message } = item;
  const { t, i18n } = useTranslation('notifications');
  const name = isolated(actors[0]?.Name ?? '');
  const who = count > 1 ? t('who.more', { name, count: count - 1 }) : name;
  const named = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, isolated(value)]));
  const vars = { excerpt: '', ...named, who };
  const say = (part: 'title' | 'message' | 'messageWithReason', defaultValue: string): string => {
    const many = { ...vars, count: times, n: formatNumber(times) };
    const path = `types.${type}.${part}`;
    return times > 1 && i18n.exists(`${path}Many`, { ns: 'notifications', count: times })
      ? t(`${path}Many` as 'types.post_created.titleMany', { ...many, defaultValue })
      : t(path as 'types.post_liked.title', { ...vars, defaultValue });
  };
  const hasReason = params.reason && i18n.exists(`types.${type}.messageWithReason`, { ns: 'notifications' });
  return { title: say('title', title), message: say(hasReason ? 'messageWithReason' : 'message', message) };
}
