import { useTranslation } from 'react-i18next';

/** /about */
export default function AboutPage() {
  const { t } = useTranslation(['about', 'common']);
  return (
    <div className="page">
      <title>{`${t('about:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('about:title')}</h1>
    </div>
  );
}
