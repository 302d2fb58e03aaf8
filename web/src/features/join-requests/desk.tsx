import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { Chips } from '@/components/chips';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { useWide } from '@/lib/use-wide';
import { oneSociety, societies } from '@/sync/societies';
import { decide } from './decide';
import { type DeskFilter, deskList, useDeskLive } from './desk.queries';
import { clearFresh, markSeen, useFreshIds } from './fresh-requests';
import listCss from './join-requests.module.css';
import { QueueTools } from './queue-tools';
import { useReason, writeReason } from './reason-draft';
import { RequestDetail } from './request-detail';
import { RequestRow } from './request-row';
import { type RequestEntity, requests } from './requests.queries';
import { useDesk } from './use-desk';

const RequestSheet = lazy(() => import('./request-sheet'));
const filters: readonly DeskFilter[] = ['all', 'late', 'unanswered'];

function SocietyName({ id }: { id: string }) {
  const society = societies.useOne(id);
  return society ? <bdi>{society.Name}</bdi> : null;
}

interface DeskDetailProps {
  request: RequestEntity | undefined;
  onDecide: (id: string, to: 'approved' | 'rejected', reason?: string) => void;
  onClose: () => void;
}

/** The selected request beside the list, in a sheet on phones. */
function DeskDetail({ request, onDecide, onClose }: DeskDetailProps) {
  const { t } = useTranslation('join-requests');
  const isWide = useWide();
  const [wasOpened, setOpened] = useState(false);
  const { thing: society } = oneSociety.useThing(request?.society ?? '', request !== undefined);
  const reason = useReason(request?.Request_ID ?? '');
  useEffect(() => {
    if (request) setOpened(true);
  }, [request]);
  const shared = { question: society?.Question ?? '', reason, onReason: writeReason, onDecide };
  if (!isWide) return <Suspense>{wasOpened && <RequestSheet {...shared} request={request} onClose={onClose} />}</Suspense>;
  return (
    <section className={`card ${listCss.panel}`} aria-label={t('detail')}>
      {request ? <RequestDetail {...shared} request={request} /> : <EmptyState title={t('select')} text={t('selectText')} />}
    </section>
  );
}

/** Every open request of every society that the viewer runs: search, filter, choose many, decide, undo. */
export function Desk() {
  const { t } = useTranslation('join-requests');
  const [q, setQ] = useState('');
  const [filter, setFilter] = useState<DeskFilter>('all');
  const [selected, setSelected] = useState('');
  useDeskLive();
  const list = deskList.useItems({ q, filter });
  const fresh = useFreshIds();
  const request = requests.useOne(selected);
  const ids = list.items.map(({ Request_ID }) => Request_ID);
  useEffect(() => clearFresh, []);
  const select = (id: string) => {
    markSeen(id);
    setSelected(id);
  };
  const decideOne = (id: string, to: 'approved' | 'rejected', reason = '') => {
    const society = requests.get(id)?.society;
    if (!society) return;
    const at = ids.indexOf(id);
    if (id === selected) setSelected(ids[at + 1] ?? ids[at - 1] ?? '');
    void decide(society, id, to, reason);
  };
  const desk = useDesk({ ids, open: ids, selected, onSelect: select, onDecide: decideOne });
  const isNarrowed = q !== '' || filter !== 'all';
  return (
    <div className={listCss.split}>
      <section className={`card ${listCss.list}`} aria-label={t('list')}>
        <QueueTools q={q} onSearch={setQ} desk={desk}>
          <Chips<DeskFilter>
            label={t('filter.label')}
            options={filters.map((value) => ({ value, label: t(`desk.filters.${value}`) }))}
            value={filter}
            onChange={setFilter}
          />
        </QueueTools>
        <AsyncList
          view={list}
          idOf={({ Request_ID }) => Request_ID}
          frame="none"
          label={t('list')}
          failed={t('failed')}
          empty={<EmptyState title={t('empty')} text={isNarrowed ? t('emptyOther') : t('desk.empty')} />}
          skeleton={<RowSkeletons rows={5} className={listCss.loading} />}
          moreSkeleton={<RowSkeletons rows={2} className={listCss.loading} />}
        >
          {(each) => (
            <RequestRow
              request={each}
              isSelected={each.Request_ID === selected}
              isFresh={fresh.includes(each.Request_ID)}
              isLeaving={false}
              society={<SocietyName id={each.society} />}
              isChecked={desk.isChecked(each.Request_ID)}
              onCheck={desk.toggle}
              onSelect={select}
              onDecide={decideOne}
            />
          )}
        </AsyncList>
      </section>
      <DeskDetail request={request} onDecide={decideOne} onClose={() => setSelected('')} />
    </div>
  );
}
