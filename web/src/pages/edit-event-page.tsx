import { useTranslation } from 'react-i18next';

/** /events/{id}/edit */
export default function EditEventPage() {
  const { t } = useTranslation(['event-form', 'common']);
  return (
    <div className="page">
      <title>{`${t('event-form:edit.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('event-form:edit.title')}</h1>
    </div>
  );
}
