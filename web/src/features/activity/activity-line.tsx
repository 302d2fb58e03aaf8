import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ActivityItem } from '#models/contract/activity';
import { isMasked } from '#models/contract/masked';
import { isPage } from '#models/contract/pages';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { ProfileLink } from '@/components/profile-link';
import { TimeAgo } from '@/components/time-ago';
import { formatNumber } from '@/lib/format';
import { useShownName } from '@/lib/use-shown-name';
import css from './activity-line.module.css';

/** One line of activity: person, action, target and time. */
export function ActivityLine({ item }: { item: ActivityItem }) {
  const { t } = useTranslation(['cards', 'common']);
  const nameOf = useShownName();
  const verb = item.verb.replace(/[.-]/g, '_');
  const many = { count: item.count, n: formatNumber(item.count), defaultValue: item.action };
  const action =
    item.count > 1
      ? t(`cards:actions.${verb}` as 'cards:actions.post_created', many)
      : t(`cards:action.${verb}` as 'cards:action.post_created', { defaultValue: item.action });
  const target = <Excerpt>{item.target || t('common:unknownSociety')}</Excerpt>;
  return (
    <li className={css.line}>
      <ProfileLink id={item.user_id} className={css.avatar ?? ''} tabIndex={-1} aria-hidden="true">
        <PersonAvatar
          id={item.user_id || (isMasked(item.user_id, item.user) ? '' : item.id)}
          name={item.user}
          image={item.avatar}
          size={34}
        />
      </ProfileLink>
      <span className={`${css.text} grow small`}>
        <span className={css.who}>
          <b className={css.person}>
            <ProfileLink id={item.user_id} className={css.up ?? ''}>
              <Excerpt>{nameOf(item.user_id, item.user)}</Excerpt>
            </ProfileLink>
          </b>
          <TimeAgo time={item.time} className={`${css.time} micro dim`} />
        </span>
        <span className={css.what}>
          <Excerpt isSentence className={`${css.action} soft`}>
            {action}
          </Excerpt>{' '}
          {isPage(item.link) ? (
            <Link to={item.link} className={css.down ?? ''}>
              {target}
            </Link>
          ) : (
            target
          )}
        </span>
      </span>
    </li>
  );
}
