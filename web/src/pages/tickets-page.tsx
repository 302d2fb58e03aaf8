import { useTranslation } from 'react-i18next';

/** /support/tickets */
export default function TicketsPage() {
  const { t } = useTranslation(['support', 'common']);
  return (
    <div className="page">
      <title>{`${t('support:tickets.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('support:tickets.title')}</h1>
    </div>
  );
}
