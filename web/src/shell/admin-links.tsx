import { IconFlag, IconInbox, IconKey, IconRestore, IconStack2, IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openBoard } from '#models/contract/admin';
import { Excerpt } from '@/components/excerpt';
import { PlatformReportsCount, TicketsCount } from '@/features/reports/waiting-counts';
import { api } from '@/lib/api';
import { useScope, useStaffPages } from '@/lib/scopes';
import { useAction } from '@/sync/mutations';
import { NavItem } from './nav-item';
import css from './shell.module.css';

/** Opens the queue board, a page of the server that admits this browser for an hour. */
function QueueBoard() {
  const { t } = useTranslation('shell');
  const { run, isBusy } = useAction(async () => window.location.assign((await api(openBoard, {})).data.link));
  return (
    <button
      type="button"
      className={css.nav}
      title={t('admin.queues')}
      aria-disabled={isBusy || undefined}
      data-online
      onClick={() => void run()}
    >
      <IconStack2 aria-hidden="true" />
      <Excerpt className="grow">{t('admin.queues')}</Excerpt>
    </button>
  );
}

/** Links to the pages that the viewer's scopes open. */
export default function AdminLinks({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const mayOpen = useStaffPages();
  const isAdmin = useScope('all');
  return (
    <>
      <h2 className={`${css.head} micro`}>{t('admin.title')}</h2>
      <nav aria-label={t('admin.title')} className={css.list}>
        {mayOpen('/admin/reports') && (
          <NavItem
            to="/admin/reports"
            icon={<IconFlag aria-hidden="true" />}
            label={t('admin.reports')}
            badge={<PlatformReportsCount />}
            onClick={onChoose}
          />
        )}
        {mayOpen('/admin/support') && (
          <NavItem
            to="/admin/support"
            icon={<IconInbox aria-hidden="true" />}
            label={t('admin.inbox')}
            badge={<TicketsCount />}
            onClick={onChoose}
          />
        )}
        {mayOpen('/admin/people') && (
          <NavItem to="/admin/people" icon={<IconUserShield aria-hidden="true" />} label={t('admin.people')} onClick={onChoose} />
        )}
        {mayOpen('/admin/societies') && (
          <NavItem to="/admin/societies" icon={<IconRestore aria-hidden="true" />} label={t('admin.societies')} onClick={onChoose} />
        )}
        <NavItem to="/admin/staff" icon={<IconKey aria-hidden="true" />} label={t('admin.staff')} onClick={onChoose} />
        {isAdmin && <QueueBoard />}
      </nav>
    </>
  );
}
