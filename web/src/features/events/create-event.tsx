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

/** For members: the way to a new event of the society, or why there is none. */
export function CreateEvent({ society }: { society: Planner }) {
  const { t } = useTranslation('events');
  const reason = useReason(society);
  const reasonId = useId();
  const icon = <IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />;
  if (society.Can.createEvents)
    return (
      <Button component={Link} to={`/societies/${society.ID}/events/new`} size="md" leftSection={icon}>
        {t('ofSociety.create')}
      </Button>
    );
  if (!society.Role) return null;
  return (
    <span className={css.closed}>
      <Button size="md" disabled leftSection={icon} aria-describedby={reasonId}>
        {t('ofSociety.create')}
      </Button>
      <span id={reasonId} className="micro dim">
        {reason}
      </span>
    </span>
  );
}
