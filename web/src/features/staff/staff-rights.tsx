import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncCard } from '@/components/async-card';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { ProposalList } from './proposal-list';
import type { StaffCandidate } from './propose-dialog';
import { useStaff } from './staff.store';
import { StaffFinder } from './staff-finder';
import { StaffList } from './staff-list';

const loadDialog = () => import('./propose-dialog');
const ProposeDialog = lazy(loadDialog);

/** Proposals, staff, and the search for others, for people with every scope. */
export function StaffRights() {
  const { t } = useTranslation('staff');
  // State of the page, not of a row, so that the dialog stays open when the row disappears.
  const [selected, setSelected] = useState<StaffCandidate | null>(null);
  const query = useStaff();
  const select = (candidate: StaffCandidate) => void loadDialog().then(() => setSelected(candidate), reportMissingScript);
  return (
    <>
      <AsyncCard query={query} data={query.data} failed={t('people.failed')} failure="card">
        {({ people, proposals }) => (
          <>
            <ProposalList proposals={proposals} />
            <StaffList people={people} onSelect={select} />
          </>
        )}
      </AsyncCard>
      <StaffFinder onSelect={select} />
      <Suspense>{selected && <ProposeDialog candidate={selected} onClose={() => setSelected(null)} />}</Suspense>
    </>
  );
}
