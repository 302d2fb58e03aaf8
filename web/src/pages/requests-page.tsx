import { useTranslation } from 'react-i18next';
import { PageHead } from '@/components/page-head';
import { Desk } from '@/features/join-requests/desk';

/** /requests */
export default function RequestsPage() {
  const { t } = useTranslation('join-requests');
  return (
    <div className="page stack">
      <PageHead title={t('desk.title')} lead={t('desk.lead')} />
      <Desk />
    </div>
  );
}
