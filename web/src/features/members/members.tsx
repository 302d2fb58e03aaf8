import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { AsyncList } from '@/components/async-list';
import { Counters } from '@/components/counters';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { useLazyOpen } from '@/lib/use-lazy-open';
import { HideSwitch } from './hide-switch';
import { useDemotion } from './may-demote';
import { MemberBar } from './member-bar';
import { type MemberAction, MemberRow, rowId } from './member-row';
import css from './members.module.css';
import { type MemberCounts, useMemberFilter, useMembers } from './members.queries';
import type { MemberFilter, ShownMember } from './members.store';

const loadDemote = () => import('./demote-dialog');
const loadRole = () => import('./role-dialog');
const loadRemove = () => import('./remove-dialog');
const DemoteDialog = lazy(loadDemote);
const RoleDialog = lazy(loadRole);
const RemoveDialog = lazy(loadRemove);

function MemberFigures({ counts, isFailed }: { counts: MemberCounts | undefined; isFailed: boolean }) {
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

type MemberList = ReturnType<typeof useMembers>;

/** Number of members that match the filter; undefined before the counts are loaded. */
function foundCount({ role, q }: MemberFilter, { query, items, counts }: MemberList): number | undefined {
  if (!counts) return undefined;
  if (q && !query.hasNextPage) return items.length;
  const ofRole = { admin: counts.admins, moderator: counts.moderators, member: counts.total - counts.admins - counts.moderators };
  return role ? ofRole[role] : counts.total;
}

/** Moves the focus to the row beside the removed one, so that keyboard users continue there. */
const focusNext = (items: readonly ShownMember[], removed: ShownMember): void => {
  const at = items.findIndex(({ ID }) => ID === removed.ID);
  const next = items[at + 1] ?? items[at - 1];
  // Wait for the dialog to close: it holds the focus until then.
  if (next) setTimeout(() => document.getElementById(rowId(next))?.focus());
};

const skeletons = (rows: number) => <RowSkeletons rows={rows} className={css.loading} />;

function MemberRows({ society, list }: { society: Society; list: MemberList }) {
  const { t } = useTranslation('members');
  const { items } = list;
  const [dialogMember, setDialogMember] = useState<ShownMember | null>(null);
  const { open: openRole, ...role } = useLazyOpen(loadRole);
  const { open: openRemove, ...remove } = useLazyOpen(loadRemove);
  const { open: openDemote, ...demote } = useLazyOpen(loadDemote);
  const openDialog = useCallback(
    (action: MemberAction, member: ShownMember) => {
      setDialogMember(member);
      ({ role: openRole, remove: openRemove, demote: openDemote })[action]();
    },
    [openRole, openRemove, openDemote],
  );
  const demotion = useDemotion(society, list.counts);
  const onRemoved = (member: ShownMember) => {
    remove.close();
    focusNext(items, member);
  };
  return (
    <>
      <AsyncList
        view={list}
        items={items}
        idOf={({ key }) => key}
        frame="none"
        className={css.rows}
        label={t('title')}
        failed={t('failed')}
        empty={<EmptyState title={t('none')} text={t('noneText')} seed={society.ID} />}
        skeleton={skeletons(6)}
        moreSkeleton={skeletons(2)}
      >
        {(member) => <MemberRow member={member} canManage={society.Can.manage} demotion={demotion} onAct={openDialog} />}
      </AsyncList>
      <Suspense>
        {dialogMember && role.isOpen && <RoleDialog societyId={society.ID} member={dialogMember} onClose={role.close} />}
        {dialogMember && demotion && demote.isOpen && (
          <DemoteDialog
            societyId={society.ID}
            member={dialogMember}
            by={demotion}
            isOnly={list.counts?.admins === 1}
            onClose={demote.close}
          />
        )}
        {dialogMember && remove.isOpen && (
          <RemoveDialog societyId={society.ID} member={dialogMember} onClose={remove.close} onRemoved={() => onRemoved(dialogMember)} />
        )}
      </Suspense>
    </>
  );
}

/** Number of members whom the viewer may not see by name, below the whole list. */
function Unnamed({ filter: { q, role }, list: { query, items, counts } }: { filter: MemberFilter; list: MemberList }) {
  const { t } = useTranslation('members');
  if (q || role || !query.data || query.hasNextPage || !counts || counts.total <= items.length) return null;
  const unnamed = counts.total - items.length;
  return <p className="small dim">{t('unnamed', { count: unnamed, n: formatNumber(unnamed) })}</p>;
}

/** Member list of a society with counts, search and filter; `actions` are shown beside the heading. */
export function Members({ society, actions }: { society: Society; actions?: ReactNode }) {
  const { t } = useTranslation('members');
  const { filter, change } = useMemberFilter();
  const list = useMembers(society.ID, filter);
  const found = foundCount(filter, list);
  return (
    <div className="stack" aria-busy={list.query.isPlaceholderData}>
      <MemberFigures counts={list.counts} isFailed={list.query.isError} />
      <section className={`card ${css.list}`} aria-labelledby="members-title">
        <header className={css.head}>
          <h2 id="members-title" className="h3">
            {found === undefined ? t('title') : t('heading', { count: formatNumber(found) })}
          </h2>
          {actions && <div className={css.actions}>{actions}</div>}
        </header>
        <MemberBar filter={filter} onChange={change} />
        <MemberRows society={society} list={list} />
        <Unnamed filter={filter} list={list} />
        {society.Role !== null && list.counts && (
          <div className={css.hide}>
            <HideSwitch societyId={society.ID} isHidden={list.counts.own_hidden === true} />
          </div>
        )}
      </section>
    </div>
  );
}
