import { Button } from '@mantine/core';
import { IconId, IconMail, IconPhone, IconQuote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UserProfile } from '#models/contract/profiles';
import { closeDrafted } from '@/components/draft';
import { type Fact, Facts } from '@/components/facts';
import { WrittenText } from '@/components/written-text';
import { AppearanceCard } from './appearance-card';
import { ProfileForm } from './profile-form';
import { profileDraft } from './profile-values';
import { SettingsCard } from './settings-card';

/** Mail address, with a note if it or a new one is unverified. */
function Address({ profile: { Email, Pending_Email, Verified } }: { profile: UserProfile }) {
  const { t } = useTranslation('account');
  return (
    <>
      <span className="mail">{Email}</span>
      {!Verified && <span className="small dim">{t('profile.unverified')}</span>}
      {Pending_Email && (
        <span className="small soft">
          <bdi dir="ltr">{Pending_Email}</bdi> {t('profile.pending')}
        </span>
      )}
    </>
  );
}

function ProfileFacts({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation('account');
  const none = <span className="dim">{t('profile.none')}</span>;
  const facts: Fact[] = [
    { icon: IconId, label: t('profile.name'), value: <bdi>{profile.Name}</bdi> },
    { icon: IconMail, label: t('profile.email'), value: <Address profile={profile} /> },
    { icon: IconPhone, label: t('profile.phone'), value: profile.Phone_Number ? <bdi dir="ltr">{profile.Phone_Number}</bdi> : none },
    { icon: IconQuote, label: t('profile.bio'), value: profile.Bio ? <WrittenText text={profile.Bio} /> : none },
  ];
  return <Facts facts={facts} />;
}

interface ProfileTabProps {
  profile: UserProfile;
  isEditing: boolean;
  setEditing: (editing: boolean) => void;
}

/** Tab for the own profile and the appearance. */
export function ProfileTab({ profile, isEditing, setEditing }: ProfileTabProps) {
  const { t } = useTranslation(['account', 'common']);
  const toggle = (
    <Button
      variant={isEditing ? 'subtle' : 'light'}
      onClick={() => (isEditing ? void closeDrafted(profileDraft, () => setEditing(false)) : setEditing(true))}
    >
      {isEditing ? t('common:cancel') : t('account:profile.edit')}
    </Button>
  );
  return (
    <div className="split">
      <SettingsCard title={t('account:profile.title')} lead={t('account:profile.lead')} action={toggle}>
        {isEditing ? <ProfileForm profile={profile} onDone={() => setEditing(false)} /> : <ProfileFacts profile={profile} />}
      </SettingsCard>
      <AppearanceCard />
    </div>
  );
}
