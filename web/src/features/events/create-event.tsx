import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import css from './society-events.module.css';

type Planner = Pick<Society, 'ID' | 'Role' | 'Permissions' | 'Can'>;

function useReason({ Permissions }: Planner): string {
  const { t } = useTranslation('events');
  if (Permissions?.whoCanCreateEvents === 'admins') return t('ofSociety.onlyAdmins');
  return Permissions?.whoCanCreateEvents === 'moderators' ? t('ofSociety.onlyModerators') : t('ofSociety.notNow');
}

interface CreateEventProps {
  society: Planner;
  /** Small variant for a row of buttons: the reason is only read by screen readers. */
  isShort?: boolean;
}

/** Link to a new event of the society, or for members without the right, a disabled button with the reason. */
export function CreateEvent({ society, isShort = false }: CreateEventProps) {
  const { t } = useTranslation('events');
  const reason = useReason(society);
  const reasonId = useId();
  const look = {
    size: isShort ? 'sm' : 'md',
    variant: isShort ? 'default' : 'filled',
    leftSection: <IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />,
  } as const;
  const label = isShort ? t('upcoming.create') : t('ofSociety.create');
  if (society.Can.createEvents)
    return (
      <Button component={Link} to={`/societies/${society.ID}/events/new`} {...look}>
        {label}
      </Button>
    );
  if (!society.Role) return null;
  return (
    <span className={css.closed}>
      <Button disabled aria-describedby={reasonId} {...look} {...(isShort ? { title: reason } : {})}>
        {label}
      </Button>
      <span id={reasonId} className={isShort ? 'vh' : 'micro dim'}>
        {reason}
      </span>
    </span>
  );
}
