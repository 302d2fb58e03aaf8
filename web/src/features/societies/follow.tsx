import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { useUser } from '@/lib/session';
import { useWide } from '@/lib/use-wide';
import { setFollowing, useIsFollowing } from '@/sync/followed';

/** Whether the viewer could follow a society: it is public, and the viewer no member. */
export const isFollowable = ({ Role, Privacy, Can }: Society): boolean =>
  Role === null && (Privacy ? Privacy.visibility === 'public' : Can.seePosts);

/** Button to follow a public society without joining it, or to unfollow it. */
export function FollowButton({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const isSignedIn = useUser() !== null;
  const isFollowing = useIsFollowing(society.ID, isSignedIn);
  const isWide = useWide();
  const Icon = isFollowing ? IconCheck : IconPlus;
  const shared = {
    variant: isFollowing ? 'light' : 'default',
    disabled: isFollowing === null,
    'data-online': true,
    'aria-label': t(isFollowing ? 'follow.undoOne' : 'follow.one', { society: society.Name }),
    onClick: () => void setFollowing(society, !isFollowing),
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
      {t(isFollowing ? 'follow.on' : 'follow.action')}
    </Button>
  );
}
