import { Button } from '@mantine/core';
import { IconCheck, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { PublicProfile } from '#models/contract/profiles';
import { useUser } from '@/lib/session';
import { useAction } from '@/sync/mutations';
import { setFollow } from './follow';

/** Button to follow or unfollow a person; sends visitors to the login and back. */
export function FollowButton({ profile: { ID, Is_Following, Can } }: { profile: PublicProfile }) {
  const { t } = useTranslation('profiles');
  const { pathname } = useLocation();
  const { run: toggle } = useAction(() => setFollow(ID, !Is_Following));
  const user = useUser();
  const icon = <IconUserPlus size={18} stroke={1.75} aria-hidden="true" />;
  if (!user)
    return (
      <Button component={Link} to="/login" state={{ from: pathname }} leftSection={icon}>
        {t('follow')}
      </Button>
    );
  if (!Can.follow && !Is_Following) return null;
  return (
    <Button
      data-online
      variant={Is_Following ? 'light' : 'filled'}
      leftSection={Is_Following ? <IconCheck size={18} stroke={2} aria-hidden="true" /> : icon}
      title={Is_Following ? t('unfollow') : undefined}
      onClick={() => void toggle()}
    >
      {Is_Following ? t('following') : t('follow')}
    </Button>
  );
}
