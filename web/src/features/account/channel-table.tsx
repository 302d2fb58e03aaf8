import { useTranslation } from 'react-i18next';
import { alwaysTold, type NotificationType } from '#models/contract/notifications';
import type { Preferences } from '#models/contract/profiles';
import { Checkbox } from '@/components/fields';
import { tellPreferences } from '@/lib/own-profile';
import css from './account.module.css';
import { SettingsCard } from './settings-card';
import { useSetting } from './use-setting';

type Channel = 'app' | 'mail' | 'push';
const channels: readonly Channel[] = ['app', 'mail', 'push'];

/** What is told of, by what it is about. */
export const groups: Record<'posts' | 'events' | 'societies' | 'you', readonly NotificationType[]> = {
  posts: ['post_created', 'post_liked', 'post_commented', 'comment_answered'],
  events: ['event_created', 'event_reminder', 'event_changed', 'event_cancelled', 'event_removed', 'seat_given'],
  societies: [
    'join_requested',
    'member_joined',
    'request_approved',
    'request_rejected',
    'invited',
    'role_admin',
    'role_moderator',
    'role_member',
    'member_removed',
  ],
  you: ['followed', 'report_outcome', 'ticket_answered', 'content_removed', 'content_noted'],
};

interface BoxProps {
  type: NotificationType;
  channel: Channel;
  isOn: boolean;
}

/** One type by one channel; what concerns one personally is never off in the app. */
function Box({ type, channel, isOn }: BoxProps) {
  const { t } = useTranslation(['account', 'notifications']);
  const [shown, choose] = useSetting(isOn, (on) => tellPreferences({ types: { [type]: { [channel]: on } } }));
  const isAlways = channel === 'app' && alwaysTold.includes(type);
  const name = `${t(`notifications:kinds.${type}`)}: ${t(`account:channels.${channel}`)}`;
  return (
    <Checkbox
      aria-label={isAlways ? `${name}. ${t('account:channels.always')}` : name}
      title={isAlways ? t('account:channels.always') : undefined}
      checked={isAlways || shown}
      disabled={isAlways}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

/** Which types of notifications are told, and by which channels. */
export function ChannelTable({ types }: { types: Preferences['types'] }) {
  const { t } = useTranslation(['account', 'notifications']);
  return (
    <SettingsCard title={t('account:channels.title')} lead={t('account:channels.lead')}>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">{t('account:channels.type')}</span>
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="small soft">
                  {t(`account:channels.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          {Object.entries(groups).map(([group, members]) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={4}>
                  {t(`account:channels.groups.${group as keyof typeof groups}`)}
                </th>
              </tr>
              {members.map((type) => (
                <tr key={type}>
                  <th scope="row">{t(`notifications:kinds.${type}`)}</th>
                  {channels.map((channel) => (
                    <td key={channel}>
                      <Box type={type} channel={channel} isOn={types[type][channel]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </SettingsCard>
  );
}
