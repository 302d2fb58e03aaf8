import { useTranslation } from 'react-i18next';

/** /societies/{id}/events */
export default function SocietyEventsPage() {
  const { t } = useTranslation(['societies', 'common']);
  return (
    <div className="page">
      <title>{`${t('societies:events.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('societies:events.title')}</h1>
    </div>
  );
}
