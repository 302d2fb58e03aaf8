import { ActionIcon, Button } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { confirm } from '@/components/confirm';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
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

/** Confirms a mute link from a mail: opening the link changes nothing by itself. */
export function MuteQuestion({ society: { ID, Name, Role } }: { society: Society }) {
  const { t } = useTranslation(['societies', 'common']);
  const status = useSession((session) => session.status);
  const [params, setParams] = useSearchParams();
  const isAsked = params.has('mute');
  useEffect(() => {
    if (!isAsked || status === 'checking') return;
    if (status === 'out') {
      // Leave the URL unchanged, so that the login leads back to the question.
      toast('info', t('societies:mute.signIn'), { id: 'mute', link: { to: '/login', label: t('common:login') } });
      return;
    }
    const askToMute = async () => {
      let isDone = false;
      const run = async () => {
        isDone = await setMuted(ID, true);
      };
      const society = Name;
      await confirm({
        title: t('societies:mute.title', { society }),
        text: t('societies:mute.text'),
        action: t('societies:mute.one', { society }),
        busy: t('societies:mute.busy'),
        run,
      });
      if (isDone) toast('success', t('societies:mute.done', { society }), { id: 'mute' });
    };
    setParams(
      (old) => {
        old.delete('mute');
        return old;
      },
      { replace: true },
    );
    if (Role) void askToMute();
    else toast('info', t('societies:mute.notMember'), { id: 'mute' });
  }, [isAsked, status, ID, Name, Role, setParams, t]);
  return null;
}
