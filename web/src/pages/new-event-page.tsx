import { useTranslation } from 'react-i18next';

/** /societies/{id}/events/new */
export default function NewEventPage() {
  const { t } = useTranslation(['event-form', 'common']);
  return (
    <div className="page">
      <title>{`${t('event-form:create.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('event-form:create.title')}</h1>
    </div>
  );
}
