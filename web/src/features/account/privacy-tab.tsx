import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { profileVisibilities, type UserProfile } from '#models/contract/profiles';
import { Radio } from '@/components/fields';
import css from './account.module.css';
import { BlockedPeople } from './blocked-people';
import { ConsentsCard } from './consents-card';
import { saveProfile } from './save-profile';
import { SettingSwitch } from './setting-switch';
import { SettingsCard } from './settings-card';
import { useSetting } from './use-setting';

type Privacy = UserProfile['privacy'];
const switches = ['showEmail', 'showPhone', 'allowMessages', 'showSensitive'] as const;

function Visibility({ value }: { value: Privacy['profileVisibility'] }) {
  const { t } = useTranslation('account');
  const [shown, choose] = useSetting(value, (profileVisibility) => saveProfile({ privacy: { profileVisibility } }), t('profile.failed'));
  return (
    <Radio.Group label={t('privacy.visibility')} value={shown} onChange={(next) => choose(next as Privacy['profileVisibility'])}>
      <div className={css.radios}>
        {profileVisibilities.map((each) => (
          <Radio
            key={each}
            value={each}
            data-online
            aria-label={t(`privacy.${each}`)}
            label={t(`privacy.${each}`)}
            description={t(`privacy.${each}Help`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Tab for the visibility of the own profile, and blocked people. */
export function PrivacyTab({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation('account');
  const seenBy = (as: 'visitor' | 'follower') => (
    <Button
      component={Link}
      to={`/users/${profile.ID}?as=${as}`}
      variant="default"
      leftSection={<IconEye size={17} stroke={1.75} aria-hidden="true" />}
    >
      {t(`privacy.as_${as}`)}
    </Button>
  );
  return (
    <div className="split">
      <SettingsCard title={t('privacy.title')} lead={t('privacy.lead')}>
        <Visibility value={profile.privacy.profileVisibility} />
        {switches.map((name) => (
          <SettingSwitch
            key={name}
            label={t(`privacy.${name}`)}
            help={t(`privacy.${name}Help`)}
            isOn={profile.privacy[name]}
            save={(on) => saveProfile({ privacy: { [name]: on } })}
          />
        ))}
      </SettingsCard>
      <div className="stack">
        <SettingsCard title={t('privacy.asTitle')} lead={t('privacy.asLead')}>
          <div className={css.row}>
            {seenBy('visitor')}
            {seenBy('follower')}
          </div>
        </SettingsCard>
        <ConsentsCard />
        <BlockedPeople />
      </div>
    </div>
  );
}
