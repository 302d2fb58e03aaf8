import { useTranslation } from 'react-i18next';

/** /terms */
export default function TermsPage() {
  const { t } = useTranslation(['terms', 'common']);
  return (
    <main className="page">
      <title>{`${t('terms:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('terms:title')}</h1>
    </main>
  );
}
