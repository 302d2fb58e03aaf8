import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { useUser } from '@/lib/session';
import { useWide } from '@/lib/use-wide';
import { setFollowing, useFollowed, useIsFollowing } from '@/sync/followed';

/** Whether the viewer could follow a society: it is public, and the viewer no member. */
export const isFollowable = ({ Role, Privacy, Can }: Society): boolean =>
  Role === null && (Privacy ? Privacy.visibility === 'public' : Can.seePosts);

/** Button to follow a public society without joining it, or to unfollow it; to try again if that could not be loaded. */
export function FollowButton({ society }: { society: Society }) {
  const { t } = useTranslation(['societies', 'common']);
  const isSignedIn = useUser() !== null;
  const isFollowing = useIsFollowing(society.ID, isSignedIn);
  const { query } = useFollowed(isSignedIn);
  const isWide = useWide();
  const isFailed = isFollowing === null && query.isError;
  const text = isFailed ? t('common:tryAgain') : t(isFollowing ? 'societies:follow.on' : 'societies:follow.action');
  const label = t(isFollowing ? 'societies:follow.undoOne' : 'societies:follow.one', { society: society.Name });
  const Icon = isFailed ? IconRefresh : isFollowing ? IconCheck : IconPlus;
  const shared = {
    variant: isFollowing ? 'light' : 'default',
    disabled: isFollowing === null && !isFailed,
    'data-online': true,
    'aria-label': isFailed ? text : label,
    onClick: () => void (isFailed ? query.refetch() : setFollowing(society, !isFollowing)),
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
      {text}
    </Button>
  );
}
