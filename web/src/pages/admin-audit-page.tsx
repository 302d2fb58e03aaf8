import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { getAuditEntries } from '#models/contract/audit';
import { PageHead } from '@/components/page-head';
import { AdminTabs } from '@/features/admin/admin-tabs';
import type { AuditFilter } from '@/features/audit/audit.store';
import { AuditTrail } from '@/features/audit/audit-trail';

/** Parameters of the address, and the filters that they are. */
const filters = { person: 'actor_id', society: 'society_id', action: 'call', outcome: 'outcome', from: 'from', to: 'to' } as const;

/** Filters of the address; one that the server would refuse is left out. */
function filterOf(search: URLSearchParams): AuditFilter {
  const found = Object.entries(filters).flatMap(([param, name]) => {
    const field = getAuditEntries.input.shape[name];
    const value = search.get(param);
    return value && field.safeParse(value).success ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}

/** /admin/audit */
export default function AdminAuditPage() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const choose = (filter: AuditFilter) => {
    const params = Object.entries(filters).flatMap(([param, name]) => (filter[name] ? [[param, filter[name]] as [string, string]] : []));
    setSearch(params, { replace: true });
  };
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('title')} lead={t('lead')} />
        <AdminTabs active="audit" />
        <AuditTrail filter={filterOf(search)} onFilter={choose} />
      </div>
    </div>
  );
}
