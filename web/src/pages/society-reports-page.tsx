import { useTranslation } from 'react-i18next';

/** /societies/{id}/reports */
export default function SocietyReportsPage() {
  const { t } = useTranslation(['moderation', 'common']);
  return (
    <div className="page">
      <title>{`${t('moderation:reports.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('moderation:reports.title')}</h1>
    </div>
  );
}
