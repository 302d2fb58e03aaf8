import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { PageHead } from '@/components/page-head';
import { AdminTabs } from '@/features/admin/admin-tabs';
import { Inbox } from '@/features/support/inbox';
import { useRooms } from '@/lib/live';

/** /admin/support */
export default function AdminSupportPage() {
  const { t } = useTranslation(['moderation', 'support']);
  useRooms([roomOf('support')]);
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('moderation:inbox.title')} lead={t('support:inbox.lead')} />
        <AdminTabs active="inbox" />
        <Inbox />
      </div>
    </div>
  );
}
