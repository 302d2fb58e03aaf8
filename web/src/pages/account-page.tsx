import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { UserProfile } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { AsyncCard } from '@/components/async-card';
import { Placeholder } from '@/components/skeletons';
import { Tabs } from '@/components/tabs';
import { DataTab } from '@/features/account/data-tab';
import { NotificationsTab } from '@/features/account/notifications-tab';
import { PrivacyTab } from '@/features/account/privacy-tab';
import { ProfileTab } from '@/features/account/profile-tab';
import { profileDraft } from '@/features/account/profile-values';
import { SecurityTab } from '@/features/account/security-tab';
import { PushButton } from '@/features/notifications/push-button';
import { ProfileHead } from '@/features/profiles/profile-head';
import { ShareProfile } from '@/features/profiles/share-profile';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { hasDraft } from '@/lib/drafts';
import { useRooms } from '@/lib/live';
import { useOwnProfile } from '@/sync/own-profile';

const names = ['profile', 'notifications', 'privacy', 'security', 'data'] as const;
type Name = (typeof names)[number];
const isName = (text: string | null): text is Name => names.some((name) => name === text);

function OpenTab({
  name,
  profile,
  ...editing
}: {
  name: Name;
  profile: UserProfile;
  isEditing: boolean;
  setEditing: (on: boolean) => void;
}) {
  const societies = useOwnSocieties();
  if (name === 'notifications') return <NotificationsTab profile={profile} societies={societies} push={<PushButton />} />;
  if (name === 'privacy') return <PrivacyTab profile={profile} />;
  if (name === 'security') return <SecurityTab societies={societies} />;
  if (name === 'data') return <DataTab societies={societies} restorableDays={profile.Restorable_Days} />;
  return <ProfileTab profile={profile} {...editing} />;
}

function Account({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation('account');
  const [params, setParams] = useSearchParams();
  const [isEditing, setEditing] = useState(() => hasDraft(profileDraft));
  const requestedTab = params.get('tab');
  const name = isName(requestedTab) ? requestedTab : 'profile';
  const edit = () => {
    setEditing(true);
    setParams({});
  };
  const tabs = names.map((each) => ({ to: each === 'profile' ? '/account' : `/account?tab=${each}`, label: t(`tabs.${each}`) }));
  const actions = (
    <>
      <Button variant="default" leftSection={<IconPencil size={17} stroke={1.75} aria-hidden="true" />} onClick={edit}>
        {t('edit')}
      </Button>
      <ShareProfile of={profile} />
    </>
  );
  return (
    <>
      <ProfileHead of={profile} actions={actions}>
        <Tabs inCard label={t('tabs.label')} tabs={tabs} active={name === 'profile' ? '/account' : `/account?tab=${name}`} />
      </ProfileHead>
      <OpenTab name={name} profile={profile} isEditing={isEditing} setEditing={setEditing} />
    </>
  );
}

/** Placeholder of the page. */
function Waiting({ title }: { title: string }) {
  return (
    <>
      <h1 className="vh">{title}</h1>
      <Placeholder>
        <Skeleton height={310} radius={20} />
        <Skeleton height={280} radius={20} />
      </Placeholder>
    </>
  );
}

/** /account */
export default function AccountPage() {
  const { t } = useTranslation(['account', 'common']);
  const { query, profile } = useOwnProfile();
  const id = profile?.ID;
  useRooms(id ? [roomOf('profile', id)] : []);
  return (
    <div className="page">
      <title>{`${t('account:title')} · ${t('common:name')}`}</title>
      <AsyncCard query={query} data={profile} skeleton={<Waiting title={t('account:title')} />} failure="page">
        {(own) => <Account profile={own} />}
      </AsyncCard>
    </div>
  );
}
