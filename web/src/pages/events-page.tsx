import { useTranslation } from 'react-i18next';

/** /events */
export default function EventsPage() {
  const { t } = useTranslation(['events', 'common']);
  return (
    <div className="page">
      <title>{`${t('events:list.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('events:list.title')}</h1>
    </div>
  );
}
