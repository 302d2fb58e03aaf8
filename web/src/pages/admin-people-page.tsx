import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { AdminTabs } from '@/features/admin/admin-tabs';
import { PeopleList } from '@/features/admin/people-list';

/** /admin/people */
export default function AdminPeoplePage() {
  const { t } = useTranslation('moderation');
  const [search, setSearch] = useSearchParams();
  const find = (q: string) => setSearch(q ? { q } : {}, { replace: true });
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('people.title')} lead={t('people.lead')} />
        <AdminTabs active="people" />
        <PeopleList q={search.get('q') ?? ''} onSearch={find} />
      </div>
    </div>
  );
}
