import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exportAudit } from '#models/contract/audit';
import { Chips } from '@/components/chips';
import { DownloadButton } from '@/components/download-button';
import { NativeSelect, TextInput } from '@/components/fields';
import { api } from '@/lib/api';
import { csvFile } from '@/lib/download';
import css from './audit.module.css';
import type { AuditFilter } from './audit.store';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

const timeoutMs = 60_000;

function ExportButton({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation('audit');
  const fetchFile = async () => {
    const { data } = await api(exportAudit, filter, { timeout: timeoutMs });
    return csvFile('audit.csv', data);
  };
  return (
    <DownloadButton
      variant="default"
      busyLabel={t('export.busy')}
      fetchFile={fetchFile}
      done={t('export.done')}
      failed={t('export.failed')}
    >
      {t('export.action')}
    </DownloadButton>
  );
}

/** Filters by action, outcome and day, and the export of what they leave. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const calls = Object.entries(t('calls', { returnObjects: true }) as Record<string, string>);
  const actions = calls.map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
  const outcomes = [
    { value: '', label: t('outcome.all') },
    { value: 'ok', label: t('outcome.ok') },
    { value: 'refused', label: t('outcome.refused') },
  ] as const;
  const set = (name: 'call' | 'from' | 'to') => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value || undefined });
  const isOfOne = filter.actor_id !== undefined || filter.society_id !== undefined;
  return (
    <div className="stack">
      <div className={css.filters}>
        <NativeSelect
          label={t('action')}
          data={[{ value: '', label: t('allActions') }, ...actions]}
          value={filter.call ?? ''}
          onChange={set('call')}
        />
        <TextInput type="date" label={t('from')} max={filter.to} value={filter.from ?? ''} onChange={set('from')} />
        <TextInput type="date" label={t('to')} min={filter.from} value={filter.to ?? ''} onChange={set('to')} />
        <ExportButton filter={filter} />
      </div>
      <Chips
        label={t('outcome.label')}
        options={outcomes}
        value={filter.outcome ?? ''}
        onChange={(outcome) => onChange({ ...filter, outcome: outcome || undefined })}
      />
      {isOfOne && (
        <p className={`${css.only} small`}>
          {t(filter.actor_id === undefined ? 'onlySociety' : 'onlyPerson')}
          <Button size="compact-sm" variant="default" onClick={() => onChange({ ...filter, actor_id: undefined, society_id: undefined })}>
            {t('showAll')}
          </Button>
        </p>
      )}
    </div>
  );
}
