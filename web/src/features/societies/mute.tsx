import { ActionIcon, Button } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { useWide } from '@/lib/use-wide';
import { setMuted, useIsMuted } from '@/sync/mute';

/** Button for members to mute or unmute the society's notifications. */
export function MuteButton({ society: { ID, Name } }: { society: Society }) {
  const { t } = useTranslation('societies');
  const isMuted = useIsMuted(ID);
  const isWide = useWide();
  const Icon = isMuted ? IconBell : IconBellOff;
  const shared = {
    variant: 'default',
    disabled: isMuted === null,
    'data-online': true,
    'aria-label': t(isMuted ? 'mute.undoOne' : 'mute.one', { society: Name }),
    onClick: () => void setMuted(ID, !isMuted),
  } as const;
  const icon = <Icon size={17} stroke={1.75} aria-hidden="true" />;
  if (!isWide)
    return (
      <ActionIcon size={44} {...shared}>
        {icon}
      </ActionIcon>
    );
  return (
    <Button leftSection={icon} {...shared}>
      {t(isMuted ? 'mute.undo' : 'mute.action')}
    </Button>
  );
}
