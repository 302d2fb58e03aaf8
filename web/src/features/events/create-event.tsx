import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Society } from '#models/contract/societies';

interface CreateEventProps {
  society: Pick<Society, 'ID' | 'Can'>;
  /** Small variant for a row of buttons. */
  isShort?: boolean;
}

/** Link to a new event of the society; empty without the right. */
export function CreateEvent({ society, isShort = false }: CreateEventProps) {
  const { t } = useTranslation('events');
  if (!society.Can.createEvents) return null;
  return (
    <Button
      component={Link}
      to={`/societies/${society.ID}/events/new`}
      size={isShort ? 'sm' : 'md'}
      variant={isShort ? 'default' : 'filled'}
      leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
    >
      {isShort ? t('upcoming.create') : t('ofSociety.create')}
    </Button>
  );
}
