import { useTranslation } from 'react-i18next';

/** /recommendations */
export default function RecommendationsPage() {
  const { t } = useTranslation(['cards', 'common']);
  return (
    <div className="page">
      <title>{`${t('cards:recommended.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('cards:recommended.title')}</h1>
    </div>
  );
}
