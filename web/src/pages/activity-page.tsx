import { useTranslation } from 'react-i18next';

/** /activity */
export default function ActivityPage() {
  const { t } = useTranslation(['cards', 'common']);
  return (
    <div className="page">
      <title>{`${t('cards:activity.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('cards:activity.title')}</h1>
    </div>
  );
}
