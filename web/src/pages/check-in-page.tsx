import { useTranslation } from 'react-i18next';

/** /events/{id}/check-in */
export default function CheckInPage() {
  const { t } = useTranslation(['check-in', 'common']);
  return (
    <div className="page">
      <title>{`${t('check-in:checkIn.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('check-in:checkIn.title')}</h1>
    </div>
  );
}
