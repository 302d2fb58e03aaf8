import { useTranslation } from 'react-i18next';

/** /admin/support */
export default function AdminSupportPage() {
  const { t } = useTranslation(['moderation', 'common']);
  return (
    <div className="page">
      <title>{`${t('moderation:inbox.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('moderation:inbox.title')}</h1>
    </div>
  );
}
