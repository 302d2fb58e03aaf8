import { Button } from '@mantine/core';
import { IconCalendarClock, IconUser, IconUserDown, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isPage } from '#models/contract/pages';
import { Badge, roleTone } from '@/components/badge';
import { Excerpt } from '@/components/excerpt';
import { ActionMenu, type MenuEntry } from '@/components/menu';
import { PersonRow } from '@/components/person-row';
import { TimeAgo } from '@/components/time-ago';
import { useUser } from '@/lib/session';
import type { DemotionWay } from './may-demote';
import css from './members.module.css';
import type { ShownMember } from './members.store';
import { untilDay } from './until-day';

export type MemberAction = 'role' | 'remove' | 'demote';

interface MemberRowProps {
  member: ShownMember;
  /** The viewer may change roles and remove members. */
  canManage: boolean;
  /** How the viewer may have an admin demoted, if at all. */
  demotion: DemotionWay | null;
  onAct: (action: MemberAction, member: ShownMember) => void;
}

export const rowId = ({ ID }: Pick<ShownMember, 'ID'>): string => `member-${ID}`;

/** 'View Profile' as a link; for admins one menu with everything that can be done with a member. */
function MemberActions({ member, canManage, demotion, onAct }: MemberRowProps) {
  const { t } = useTranslation(['members', 'common']);
  const me = useUser();
  const { ID, Role } = member;
  const name = member.Name || t('common:unknownUser');
  const profile = `/users/${ID}`;
  if (!canManage) {
    if (!isPage(profile)) return null;
    return (
      <Button component={Link} to={profile} variant="subtle" size="compact-sm" aria-label={t('members:viewOf', { name })}>
        {t('members:view')}
      </Button>
    );
  }
  const changes: MenuEntry[] = [
    { icon: IconUserShield, label: t('members:role.action'), onClick: () => onAct('role', member) },
    { icon: IconUserMinus, label: t('members:remove.action'), onClick: () => onAct('remove', member), danger: true },
  ];
  const view: MenuEntry[] = isPage(profile) ? [{ icon: IconUser, label: t('members:view'), to: profile }] : [];
  const demote: MenuEntry[] =
    demotion && ID !== me?.ID
      ? [{ icon: IconUserDown, label: t(`members:demote.${demotion}`), onClick: () => onAct('demote', member), danger: true }]
      : [];
  const end: MenuEntry = { icon: IconCalendarClock, label: t('members:term.action'), onClick: () => onAct('role', member) };
  return <ActionMenu label={t('members:more', { name })} items={Role === 'admin' ? [...view, end, ...demote] : [...view, ...changes]} />;
}

/** Row of one member: name, role, join date, and actions. Only admins and moderators have a badge. */
export const MemberRow = memo(function MemberRow({ member, canManage, demotion, onAct }: MemberRowProps) {
  const { t } = useTranslation(['members', 'common']);
  const me = useUser();
  const { ID, Email, Photo, Role, Role_Until, Joined_At } = member;
  const note = (
    <>
      {Email && <Excerpt>{Email}</Excerpt>}
      {Role_Until && <Excerpt>{`${t(`common:role.${Role}`)} ${t('members:until', { date: untilDay(Role_Until) })}`}</Excerpt>}
      <span>
        {Role === 'member' && `${t('common:role.member')} · `}
        {t('members:joined')} <TimeAgo time={Joined_At} className={css.joined ?? ''} />
      </span>
    </>
  );
  return (
    <li id={rowId(member)} tabIndex={-1} className={css.row}>
      <PersonRow id={ID} name={member.Name} image={Photo} size={44} note={note}>
        <span className={css.badges}>
          {me?.ID === ID && <Badge tone="spark">{t('common:you')}</Badge>}
          {member.Is_Hidden && <Badge tone="amber">{t('members:hide.badge')}</Badge>}
          {Role !== 'member' && <Badge tone={roleTone[Role]}>{t(`common:role.${Role}`)}</Badge>}
        </span>
        <span className={css.acts}>
          <MemberActions member={member} canManage={canManage} demotion={demotion} onAct={onAct} />
        </span>
      </PersonRow>
    </li>
  );
});
