import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { accountList } from '@/features/admin/accounts.store';
import { AdminTabs } from '@/features/admin/admin-tabs';
import { PeopleList } from '@/features/admin/people-list';
import { TermCalendar } from '@/features/admin/term-calendar';
import { UniversityReport } from '@/features/admin/university-report';
import { RosterImport } from '@/features/roster/roster-import';
import { useScope } from '@/lib/scopes';

/** /admin/people */
export default function AdminPeoplePage() {
  const { t } = useTranslation(['moderation', 'roster']);
  const [search, setSearch] = useSearchParams();
  const [isImporting, setImporting] = useState(false);
  const isAdmin = useScope('all');
  const find = (q: string) => setSearch(q ? { q } : {}, { replace: true });
  const open = (
    <Button variant="default" onClick={() => setImporting(true)}>
      {t('roster:open')}
    </Button>
  );
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('people.title')} lead={t('people.lead')} action={isAdmin && !isImporting && open} />
        <AdminTabs active="people" />
        {isImporting && <RosterImport onClose={() => setImporting(false)} onDone={() => void accountList.refetch()} />}
        {isAdmin && <TermCalendar />}
        {isAdmin && <UniversityReport />}
        <PeopleList q={search.get('q') ?? ''} onSearch={find} />
      </div>
    </div>
  );
}
