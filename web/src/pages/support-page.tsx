import { useTranslation } from 'react-i18next';

/** /support */
export default function SupportPage() {
  const { t } = useTranslation(['support', 'common']);
  return (
    <div className="page">
      <title>{`${t('support:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('support:title')}</h1>
    </div>
  );
}
