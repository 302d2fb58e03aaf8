import { useTranslation } from 'react-i18next';

/** /search */
export default function SearchPage() {
  const { t } = useTranslation(['search', 'common']);
  return (
    <div className="page">
      <title>{`${t('search:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('search:title')}</h1>
    </div>
  );
}
