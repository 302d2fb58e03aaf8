import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { EmptyState } from '@/components/states';
import { historyList } from './audit.store';
import { AuditRow } from './audit-row';

/** Changes of a society and the people who made them, for its admins. */
export default function SocietyHistory({ societyId }: { societyId: string }) {
  const { t } = useTranslation('audit');
  const list = historyList.useItems({ society_id: societyId });
  return (
    <AsyncList
      view={list}
      frame="none"
      failed={t('history.failed')}
      empty={<EmptyState title={t('history.none')} text={t('history.noneText')} />}
    >
      {(entry) => <AuditRow entry={entry} />}
    </AsyncList>
  );
}
