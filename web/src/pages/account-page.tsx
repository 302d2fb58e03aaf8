import { useTranslation } from 'react-i18next';

/** /account */
export default function AccountPage() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <div className="page">
      <title>{`${t('account:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('account:title')}</h1>
    </div>
  );
}
