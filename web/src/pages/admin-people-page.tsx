import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { accountList } from '@/features/admin/accounts.store';
import { AdminTabs } from '@/features/admin/admin-tabs';
import { PeopleList } from '@/features/admin/people-list';
import { TermCalendar } from '@/features/admin/term-calendar';
import { UniversityReport } from '@/features/admin/university-report';
import { withTexts } from '@/lib/i18n';
import { useScope } from '@/lib/scopes';
import { useLazyOpen } from '@/lib/use-lazy-open';

const loadImport = withTexts(() => import('@/features/roster/roster-import'), 'roster');
const RosterImport = lazy(loadImport);

/** /admin/people */
export default function AdminPeoplePage() {
  const { t } = useTranslation('moderation');
  const [search, setSearch] = useSearchParams();
  const { isOpen: isImporting, open: openImport, close: closeImport } = useLazyOpen(loadImport);
  const isAdmin = useScope('all');
  const find = (q: string) => setSearch(q ? { q } : {}, { replace: true });
  const open = (
    <Button variant="default" onClick={openImport}>
      {t('people.import')}
    </Button>
  );
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('people.title')} lead={t('people.lead')} action={isAdmin && !isImporting && open} />
        <AdminTabs active="people" />
        <Suspense>{isImporting && <RosterImport onClose={closeImport} onDone={() => void accountList.refetch()} />}</Suspense>
        {isAdmin && <TermCalendar />}
        {isAdmin && <UniversityReport />}
        <PeopleList q={search.get('q') ?? ''} onSearch={find} />
      </div>
    </div>
  );
}
