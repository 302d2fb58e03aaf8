import { useTranslation } from 'react-i18next';

/** /admin/people */
export default function AdminPeoplePage() {
  const { t } = useTranslation(['moderation', 'common']);
  return (
    <div className="page">
      <title>{`${t('moderation:people.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('moderation:people.title')}</h1>
    </div>
  );
}
