import { useTranslation } from 'react-i18next';

/** /notifications */
export default function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'common']);
  return (
    <div className="page">
      <title>{`${t('notifications:card.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('notifications:card.title')}</h1>
    </div>
  );
}
