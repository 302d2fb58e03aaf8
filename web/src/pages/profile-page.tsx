import { useTranslation } from 'react-i18next';

/** /users/{id} */
export default function ProfilePage() {
  const { t } = useTranslation(['profiles', 'common']);
  return (
    <div className="page">
      <title>{`${t('profiles:title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('profiles:title')}</h1>
    </div>
  );
}
