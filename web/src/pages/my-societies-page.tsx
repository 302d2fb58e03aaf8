import { useTranslation } from 'react-i18next';

/** /my-societies */
export default function MySocietiesPage() {
  const { t } = useTranslation(['societies', 'common']);
  return (
    <div className="page">
      <title>{`${t('societies:mySocieties.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('societies:mySocieties.title')}</h1>
    </div>
  );
}
