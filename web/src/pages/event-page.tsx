import { useTranslation } from 'react-i18next';

/** /events/{id} */
export default function EventPage() {
  const { t } = useTranslation(['event', 'common']);
  return (
    <div className="page">
      <title>{`${t('event:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('event:title')}</h1>
    </div>
  );
}
