import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { Counters } from '@/components/counters';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { useLazyOpen } from '@/lib/use-lazy-open';
import { MemberBar } from './member-bar';
import { type Deed, MemberRow, rowId } from './member-row';
import css from './members.module.css';
import { type Counts, type MemberFilter, useMemberFilter, useMembers } from './members.queries';
import type { Shown } from './members.store';

const loadRole = () => import('./role-dialog');
const loadRemove = () => import('./remove-dialog');
const RoleDialog = lazy(loadRole);
const RemoveDialog = lazy(loadRemove);

function Figures({ counts, isFailed }: { counts: Counts | undefined; isFailed: boolean }) {
  const { t } = useTranslation('members');
  return (
    <Counters
      isFailed={isFailed}
      counters={[
        { label: t('total'), value: counts?.total, tone: 'live' },
        { label: t('admins'), value: counts?.admins, tone: 'sky' },
        { label: t('moderators'), value: counts?.moderators, tone: 'amber' },
      ]}
    />
  );
}

type List = ReturnType<typeof useMembers>;

/** How many the filter leaves, as far as that is known. */
function foundOf({ role, q }: MemberFilter, { query, items, counts }: List): number | undefined {
  if (!counts) return undefined;
  if (q && !query.hasNextPage) return items.length;
  const ofRole = { admin: counts.admins, moderator: counts.moderators, member: counts.total - counts.admins - counts.moderators };
  return role ? ofRole[role] : counts.total;
}

/** After somebody is gone, who stands next has the focus, so that a keyboard goes on from there. */
const focusNext = (items: readonly Shown[], gone: Shown): void => {
  const at = items.findIndex(({ ID }) => ID === gone.ID);
  const next = items[at + 1] ?? items[at - 1];
  // After the dialog is gone, which has the focus until then.
  if (next) setTimeout(() => document.getElementById(rowId(next))?.focus());
};

function Rows({ society, list }: { society: Society; list: List }) {
  const { t } = useTranslation('members');
  const { query, items } = list;
  const [about, setAbout] = useState<Shown | null>(null);
  const { open: openRole, ...role } = useLazyOpen(loadRole);
  const { open: openRemove, ...remove } = useLazyOpen(loadRemove);
  const act = useCallback(
    (deed: Deed, member: Shown) => {
      setAbout(member);
      if (deed === 'role') openRole();
      else openRemove();
    },
    [openRole, openRemove],
  );
  const removed = (member: Shown) => {
    remove.close();
    focusNext(items, member);
  };
  return (
    <>
      <LongList
        className={css.rows}
        aria-label={t('title')}
        isOld={query.isPlaceholderData}
        items={items}
        idOf={({ key }) => key}
        hasMore={query.hasNextPage}
      >
        {(member) => <MemberRow member={member} canManage={society.Can.manage} onAct={act} />}
      </LongList>
      <Suspense>
        {about && role.isOpen && <RoleDialog societyId={society.ID} member={about} onClose={role.close} />}
        {about && remove.isOpen && (
          <RemoveDialog societyId={society.ID} member={about} onClose={remove.close} onRemoved={() => removed(about)} />
        )}
      </Suspense>
    </>
  );
}

function People({ society, list }: { society: Society; list: List }) {
  const { t } = useTranslation('members');
  const { query, items } = list;
  const placeholder = (rows: number) => (
    <div className={css.loading}>
      <RowSkeletons rows={rows} />
    </div>
  );
  return (
    <>
      {query.isPending && placeholder(6)}
      {query.isError && items.length === 0 && <ErrorState title={t('failed')} onRetry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && <EmptyState title={t('none')} text={t('noneText')} seed={society.ID} />}
      <Rows society={society} list={list} />
      <InfiniteScroll query={query}>{placeholder(2)}</InfiniteScroll>
    </>
  );
}

/** Everybody in a society: how many, whom one looks for, and what may be done. `actions` stand beside the heading. */
export function Members({ society, actions }: { society: Society; actions?: ReactNode }) {
  const { t } = useTranslation('members');
  const { filter, change } = useMemberFilter();
  const list = useMembers(society.ID, filter);
  const found = foundOf(filter, list);
  return (
    <div className="stack" aria-busy={list.query.isPlaceholderData}>
      <Figures counts={list.counts} isFailed={list.query.isError} />
      <section className={`card ${css.list}`} aria-labelledby="members-title">
        <header className={css.head}>
          <h2 id="members-title" className="h3">
            {found === undefined ? t('title') : t('heading', { count: formatNumber(found) })}
          </h2>
          {actions && <div className={css.actions}>{actions}</div>}
        </header>
        <MemberBar filter={filter} onChange={change} />
        <People society={society} list={list} />
      </section>
    </div>
  );
}
