import { useTranslation } from 'react-i18next';

/** /trending */
export default function TrendingPage() {
  const { t } = useTranslation(['cards', 'common']);
  return (
    <div className="page">
      <title>{`${t('cards:trending.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('cards:trending.title')}</h1>
    </div>
  );
}
