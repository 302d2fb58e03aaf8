import { useTranslation } from 'react-i18next';
import type { Notification } from '#models/contract/notifications';

/** A name or an excerpt keeps its own direction, and the sentence around it that of the page. */
const isolated = (text: string): string => (text ? `\u2068${text}\u2069` : '');

/** Title and message in the reader's language: the same texts as the mails', by type and params. */
export function useNotificationWords({ type, params, actors, count, title, message }: Notification): { title: string; message: string } {
  const { t, i18n } = useTranslation('notifications');
  const name = isolated(actors[0]?.Name ?? '');
  const who = count > 1 ? t('who.more', { name, count: count - 1 }) : name;
  const named = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, isolated(value)]));
  const vars = { excerpt: '', ...named, who };
  const withReason = `types.${type}.messageWithReason`;
  const path = params.reason && i18n.exists(withReason, { ns: 'notifications' }) ? withReason : `types.${type}.message`;
  return {
    title: t(`types.${type}.title` as 'types.post_liked.title', { ...vars, defaultValue: title }),
    message: t(path as 'types.post_liked.message', { ...vars, defaultValue: message }),
  };
}
