import { useTranslation } from 'react-i18next';
import type { RolePeriod } from '#models/contract/role-terms';
import { AsyncList } from '@/components/async-list';
import { Badge, roleTone } from '@/components/badge';
import { Modal } from '@/components/modal';
import { PersonRow } from '@/components/person-row';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { longDay } from '@/lib/format';
import css from './members.module.css';
import { roleHistory } from './role-terms.store';
import { untilDay } from './until-day';

/** From when to when a person had a role, as far as somebody noted it. */
function Span({ period: { From, Ended_At, Until } }: { period: RolePeriod }) {
  const { t } = useTranslation('members');
  const from = From && longDay(new Date(From));
  const to = Ended_At && longDay(new Date(Ended_At));
  if (from && to) return <>{t('history.span', { from, to })}</>;
  if (to) return <>{t('history.to', { to })}</>;
  const planned = Until ? ` · ${t('until', { date: untilDay(Until) })}` : '';
  return <>{`${from ? t('history.since', { from }) : t('history.early')}${planned}`}</>;
}

/** Giver of the role, and the reason for its end. */
function Causes({ period: { Given_By, End, Ended_By, Person } }: { period: RolePeriod }) {
  const { t } = useTranslation(['members', 'common']);
  const nameOf = ({ Name }: RolePeriod['Person']): string => Name || t('common:unknownUser');
  const byOther = Ended_By && Ended_By.ID !== Person.ID ? Ended_By : null;
  const causes = [
    Given_By && t('members:history.given', { name: nameOf(Given_By) }),
    End && (byOther ? t(`members:history.endBy.${End}`, { name: nameOf(byOther) }) : t(`members:history.end.${End}`)),
  ].filter(Boolean);
  return causes.length > 0 ? <p className="small dim">{causes.join(' · ')}</p> : null;
}

function PeriodRow({ period }: { period: RolePeriod }) {
  const { t } = useTranslation('common');
  const { Person, Role } = period;
  return (
    <li>
      <PersonRow id={Person.ID} name={Person.Name} image={Person.Photo} note={<Span period={period} />}>
        <Badge tone={roleTone[Role]}>{t(`role.${Role}`)}</Badge>
      </PersonRow>
      <Causes period={period} />
    </li>
  );
}

/** Lists who was admin or moderator from when to when, by whom, and why it ended. */
export default function RoleHistoryDialog({ societyId, onClose }: { societyId: string; onClose: () => void }) {
  const { t } = useTranslation('members');
  const list = roleHistory.useItems({ society_id: societyId });
  return (
    <Modal onClose={onClose} title={t('history.title')}>
      <AsyncList
        view={list}
        frame="none"
        className={css.periods}
        failed={t('history.failed')}
        empty={<EmptyState title={t('history.none')} text={t('history.noneText')} />}
        skeleton={<RowSkeletons />}
      >
        {(period) => <PeriodRow period={period} />}
      </AsyncList>
    </Modal>
  );
}
