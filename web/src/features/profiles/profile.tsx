import { Button, Skeleton } from '@mantine/core';
import { IconEye, IconLock, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PublicProfile } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { lazyDialog } from '@/components/lazy-dialog';
import { Notice } from '@/components/notice';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { ThingGate } from '@/components/thing-gate';
import { currentStreamId, useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import type { ThingView } from '@/sync/things';
import { FollowButton } from './follow-button';
import css from './profile.module.css';
import { type FollowList, ProfileHead } from './profile-head';
import { ProfileLists } from './profile-lists';
import { ProfileMenu } from './profile-menu';
import { type PreviewRole, useProfilePreview } from './profile-preview.queries';
import { useProfile } from './profiles.store';
import { ShareProfile } from './share-profile';

const usePeopleDialog = lazyDialog(() => import('./people-dialog'));

function MissingProfile() {
  const { t } = useTranslation('profiles');
  return <Notice tab={t('missing')} title={t('missing')} text={t('missingText')} to="/" action={t('missingAction')} />;
}

const Loading = () => (
  <Placeholder>
    <div className={`card ${css.head}`}>
      <Skeleton className={css.cloth ?? ''} radius={0} />
      <div className={css.who}>
        <span className={css.face}>
          <Skeleton circle height={112} />
        </span>
        <div />
        <div className={`stack ${css.about}`}>
          <Skeleton height={24} width="35%" />
          <Skeleton height={12} width="70%" />
          <Skeleton height={12} width="50%" />
        </div>
      </div>
    </div>
    <PostSkeleton />
  </Placeholder>
);

function Actions({ profile, isOwn }: { profile: PublicProfile; isOwn: boolean }) {
  const { t } = useTranslation('profiles');
  const isSignedIn = useUser() !== null;
  return (
    <>
      {isOwn ? (
        <Button component={Link} to="/account" leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />}>
          {t('edit')}
        </Button>
      ) : (
        <FollowButton profile={profile} />
      )}
      <ShareProfile of={profile} />
      {isSignedIn && !isOwn && <ProfileMenu profile={profile} />}
    </>
  );
}

function PreviewLine({ as }: { as: PreviewRole }) {
  const { t } = useTranslation('profiles');
  return (
    <p className={css.preview} role="status">
      <IconEye size={19} stroke={1.75} aria-hidden="true" />
      <span className="grow">{t(`preview.${as}`)}</span>
      <Link to="/account?tab=privacy" className="link">
        {t('preview.back')}
      </Link>
    </p>
  );
}

function PrivateProfile({ name }: { name: string }) {
  const { t } = useTranslation('profiles');
  return (
    <div className={`card ${css.closed}`}>
      <IconLock size={22} stroke={1.75} aria-hidden="true" />
      <h2 className="h3">{t('private')}</h2>
      <p className="small soft">{t('privateText', { name })}</p>
    </div>
  );
}

function ProfileView({ profile, as, isOwn }: { profile: PublicProfile; as: PreviewRole | null; isOwn: boolean }) {
  const { t } = useTranslation(['profiles', 'common']);
  const isSignedIn = useUser() !== null;
  const [which, setWhich] = useState<FollowList>('followers');
  const [dialog, open] = usePeopleDialog({ of: profile, list: which });
  const openPeople = (chosen: FollowList) => {
    setWhich(chosen);
    open();
  };
  const mayList = isSignedIn && as === null && profile.Can.see;
  return (
    <>
      <title>{`${profile.Name} · ${t('common:name')}`}</title>
      {as && <PreviewLine as={as} />}
      <ProfileHead
        of={profile}
        actions={as === null && <Actions profile={profile} isOwn={isOwn} />}
        {...(mayList ? { onOpenList: openPeople } : {})}
      />
      {!profile.Can.see && <PrivateProfile name={profile.Name} />}
      {profile.Can.see && as !== 'follower' && <ProfileLists owner={{ id: profile.ID, asVisitor: as === 'visitor' }} />}
      {profile.Can.see && as === 'follower' && <p className="small dim">{t('profiles:preview.lists')}</p>}
      {dialog}
    </>
  );
}

/**
 * Joins the profile's room once the profile is there: the room of a missing one is refused. `since` is from before the profile was
 * requested, so what has changed meanwhile is replayed.
 */
function useProfileRoom(id: string, isThere: boolean): void {
  const [since] = useState(currentStreamId);
  useRooms(isThere ? [roomOf('profile', id)] : [], since);
}

/** Profile page content as the viewer may see it; with `as`, the own profile as others see it. */
export function Profile({ id, as: requestedRole }: { id: string; as: PreviewRole | null }) {
  const { t } = useTranslation('profiles');
  const isOwn = useUser()?.ID === id;
  const as = isOwn ? requestedRole : null;
  const loaded = useProfile(id);
  const preview = useProfilePreview(id, as);
  const view: ThingView<PublicProfile> = as ? preview : loaded;
  useProfileRoom(id, loaded.state.is === 'there');
  return (
    <ThingGate view={view} skeleton={<Loading />} missing={() => <MissingProfile />} failed={t('failed')}>
      {(profile) => <ProfileView profile={profile} as={as} isOwn={isOwn} />}
    </ThingGate>
  );
}
