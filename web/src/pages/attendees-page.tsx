import { useTranslation } from 'react-i18next';

/** /events/{id}/attendees */
export default function AttendeesPage() {
  const { t } = useTranslation(['check-in', 'common']);
  return (
    <div className="page">
      <title>{`${t('check-in:attendees.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('check-in:attendees.title')}</h1>
    </div>
  );
}
