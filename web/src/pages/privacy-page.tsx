import { useTranslation } from 'react-i18next';

/** /privacy */
export default function PrivacyPage() {
  const { t } = useTranslation(['privacy', 'common']);
  return (
    <main className="page">
      <title>{`${t('privacy:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('privacy:title')}</h1>
    </main>
  );
}
