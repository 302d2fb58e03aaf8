import { useTranslation } from 'react-i18next';
import type { NotificationType } from '#models/contract/notifications';
import { personalTypes } from '#models/contract/personal-types';
import type { Preferences } from '#models/contract/profiles';
import { Checkbox } from '@/components/fields';
import { savePreferences } from '@/sync/own-profile';
import css from './account.module.css';
import { SettingsCard } from './settings-card';
import { useSetting } from './use-setting';

type Channel = 'app' | 'mail' | 'push';
const channels: readonly Channel[] = ['app', 'mail', 'push'];

type Group = 'posts' | 'events' | 'societies' | 'tasks' | 'you';

/** The group of each type, in the order of the table. */
const groupOf = {
  announcement: 'posts',
  post_created: 'posts',
  post_liked: 'posts',
  post_commented: 'posts',
  comment_answered: 'posts',
  event_created: 'events',
  event_reminder: 'events',
  event_message: 'events',
  question_asked: 'events',
  question_answered: 'events',
  event_changed: 'events',
  event_cancelled: 'events',
  event_removed: 'events',
  seat_given: 'events',
  seat_offered: 'events',
  steward_named: 'events',
  join_requested: 'societies',
  requests_waiting: 'societies',
  requests_overdue: 'societies',
  member_joined: 'societies',
  request_approved: 'societies',
  request_rejected: 'societies',
  invited: 'societies',
  role_admin: 'societies',
  role_moderator: 'societies',
  role_member: 'societies',
  role_ending: 'societies',
  member_role_ending: 'societies',
  role_ended: 'societies',
  member_removed: 'societies',
  society_claimed: 'societies',
  claim_declined: 'societies',
  claim_closed: 'societies',
  demotion_asked: 'tasks',
  claim_opened: 'tasks',
  report_opened: 'tasks',
  appeal_opened: 'tasks',
  ticket_opened: 'tasks',
  answer_waiting: 'tasks',
  escalated: 'tasks',
  staff_proposed: 'tasks',
  followed: 'you',
  report_outcome: 'you',
  ticket_answered: 'you',
  post_refused: 'you',
  content_removed: 'you',
  content_noted: 'you',
  appeal_granted: 'you',
  appeal_rejected: 'you',
  staff_given: 'you',
  staff_taken: 'you',
} as const satisfies Record<NotificationType, Group>;

const types = Object.keys(groupOf) as NotificationType[];
const groups: readonly Group[] = ['posts', 'events', 'societies', 'tasks', 'you'];

interface ChannelCheckboxProps {
  type: NotificationType;
  channel: Channel;
  isOn: boolean;
}

/** Checkbox for one type and channel; personal types are always on in the app. */
function ChannelCheckbox({ type, channel, isOn }: ChannelCheckboxProps) {
  const { t } = useTranslation(['account', 'notification-kinds']);
  const [shown, choose] = useSetting(isOn, (on) => savePreferences({ types: { [type]: { [channel]: on } } }));
  const isLocked = channel === 'app' && personalTypes.includes(type);
  const name = `${t(`notification-kinds:${type}`)}: ${t(`account:channels.${channel}`)}`;
  return (
    <Checkbox
      aria-label={isLocked ? `${name}. ${t('account:channels.always')}` : name}
      title={isLocked ? t('account:channels.always') : undefined}
      checked={isLocked || shown}
      disabled={isLocked}
      data-online
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

/** Table of notification types and the channels they are sent by. */
export function ChannelTable({ chosen }: { chosen: Preferences['types'] }) {
  const { t } = useTranslation(['account', 'notification-kinds']);
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
          {groups.map((group) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={4}>
                  {t(`account:channels.groups.${group}`)}
                </th>
              </tr>
              {types
                .filter((type) => groupOf[type] === group)
                .map((type) => (
                  <tr key={type}>
                    <th scope="row">{t(`notification-kinds:${type}`)}</th>
                    {channels.map((channel) => (
                      <td key={channel}>
                        <ChannelCheckbox type={type} channel={channel} isOn={chosen[type][channel]} />
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
