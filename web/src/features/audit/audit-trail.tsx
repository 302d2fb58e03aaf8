import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { EmptyState } from '@/components/states';
import css from './audit.module.css';
import { type AuditFilter, auditList } from './audit.store';
import { AuditFilters } from './audit-filters';
import { AuditRow } from './audit-row';

interface AuditTrailProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** The audit trail with its filters. */
export function AuditTrail({ filter, onFilter }: AuditTrailProps) {
  const { t } = useTranslation('audit');
  const list = auditList.useItems(filter);
  return (
    <div className="stack">
      <AuditFilters filter={filter} onChange={onFilter} />
      <section className={`card ${css.list}`} aria-label={t('title')}>
        <AsyncList view={list} frame="none" failed={t('failed')} empty={<EmptyState title={t('none')} text={t('noneText')} />}>
          {(entry) => <AuditRow entry={entry} />}
        </AsyncList>
      </section>
    </div>
  );
}
