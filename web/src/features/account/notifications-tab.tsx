import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserProfile } from '#models/contract/profiles';
import { needsInstall } from '@/lib/needs-install';
import { usePush } from '@/lib/web-push';
import { ChannelTable } from './channel-table';
import { FollowedSocieties } from './followed-societies';
import { type MutableSociety, MutedSocieties } from './muted-societies';
import { QuietHours } from './quiet-hours';
import { saveProfile } from './save-profile';
import { SettingSwitch } from './setting-switch';
import { SettingsCard } from './settings-card';

const flags = ['emailNotifications', 'pushNotifications', 'societyUpdates', 'eventReminders'] as const;

interface NotificationsTabProps {
  profile: UserProfile;
  societies: readonly MutableSociety[];
  /** Web push button for this browser, from the notifications feature. */
  push: ReactNode;
}

/** Tab for notification types and channels, quiet hours and muted societies. */
export function NotificationsTab({ profile, societies, push }: NotificationsTabProps) {
  const { t } = useTranslation('account');
  const { state } = usePush();
  const { notifications, preferences } = profile;
  return (
    <div className="split">
      <div className="stack">
        <SettingsCard title={t('told.title')} lead={t('told.lead')}>
          {flags.map((flag) => (
            <SettingSwitch
              key={flag}
              label={t(`told.${flag}`)}
              help={t(`told.${flag}Help`)}
              isOn={notifications[flag]}
              save={(on) => saveProfile({ notifications: { [flag]: on } })}
            />
          ))}
        </SettingsCard>
        <ChannelTable chosen={preferences.types} />
      </div>
      <div className="stack">
        <SettingsCard title={t('told.browser')} lead={t('told.browserLead')}>
          {state === 'unsupported' && !needsInstall() ? <p className="small dim">{t('told.unsupported')}</p> : <div>{push}</div>}
        </SettingsCard>
        <QuietHours chosen={preferences.quiet_hours} />
        <FollowedSocieties />
        <MutedSocieties societies={societies} />
      </div>
    </div>
  );
}
