import { useTranslation } from 'react-i18next';
import type { Notification } from '#models/contract/notifications';

/** Title and message in the reader's language: the same texts as the mails', by type and params. */
export function useNotificationWords({ type, params, actors, count, title, message }: Notification): { title: string; message: string } {
  const { t, i18n } = useTranslation('notifications');
  const name = actors[0]?.Name ?? '';
  const who = count > 1 ? t('who.more', { name, count: count - 1 }) : name;
  const vars = { ...params, who };
  const withReason = `types.${type}.messageWithReason`;
  const path = params.reason && i18n.exists(withReason, { ns: 'notifications' }) ? withReason : `types.${type}.message`;
  return {
    title: t(`types.${type}.title` as 'types.post_liked.title', { ...vars, defaultValue: title }),
    message: t(path as 'types.post_liked.message', { ...vars, excerpt: params.excerpt ?? '', defaultValue: message }),
  };
}
