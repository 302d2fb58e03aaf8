import { Button } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isPage } from '#models/contract/pages';
import { Badge, roleTone } from '@/components/badge';
import { Excerpt } from '@/components/excerpt';
import { PersonRow } from '@/components/person-row';
import { TimeAgo } from '@/components/time-ago';
import { useUser } from '@/lib/session';
import css from './members.module.css';
import type { ShownMember } from './members.store';

export type MemberAction = 'role' | 'remove';

interface MemberRowProps {
  member: ShownMember;
  /** The viewer may change roles and remove members. */
  canManage: boolean;
  onAct: (action: MemberAction, member: ShownMember) => void;
}

export const rowId = ({ ID }: Pick<ShownMember, 'ID'>): string => `member-${ID}`;

/** Row of one member: name, role, join date, and actions for admins. */
export const MemberRow = memo(function MemberRow({ member, canManage, onAct }: MemberRowProps) {
  const { t } = useTranslation(['members', 'common']);
  const me = useUser();
  const { ID, Email, Photo, Role, Joined_At } = member;
  const name = member.Name || t('common:unknownUser');
  const profile = `/users/${ID}`;
  const note = (
    <>
      {Email && <Excerpt>{Email}</Excerpt>}
      <span>
        {t('members:joined')} <TimeAgo time={Joined_At} className={css.joined ?? ''} />
      </span>
    </>
  );
  return (
    <li id={rowId(member)} tabIndex={-1} className={css.row}>
      <PersonRow id={ID} name={member.Name} image={Photo} size={44} note={note}>
        <span className={css.badges}>
          {me?.ID === ID && <Badge tone="spark">{t('common:you')}</Badge>}
          <Badge tone={roleTone[Role]}>{t(`common:role.${Role}`)}</Badge>
        </span>
        <span className={css.acts}>
          {isPage(profile) && (
            <Button component={Link} to={profile} variant="subtle" size="compact-sm" aria-label={t('members:viewOf', { name })}>
              {t('members:view')}
            </Button>
          )}
          {canManage && Role !== 'admin' && (
            <>
              <Button
                variant="default"
                size="compact-sm"
                aria-haspopup="dialog"
                aria-label={t('members:role.title', { name })}
                onClick={() => onAct('role', member)}
              >
                {t('members:role.action')}
              </Button>
              <Button
                variant="subtle"
                color="rose"
                size="compact-sm"
                aria-haspopup="dialog"
                aria-label={t('members:remove.of', { name })}
                onClick={() => onAct('remove', member)}
              >
                {t('members:remove.action')}
              </Button>
            </>
          )}
        </span>
      </PersonRow>
    </li>
  );
});
