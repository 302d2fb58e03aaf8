import { IconX } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isPage } from '#models/contract/pages';
import type { Recommendation } from '#models/contract/recommendations';
import { Excerpt } from '@/components/excerpt';
import { SocietyTile } from '@/components/society-tile';
import { eventDate, eventTime, formatNumber } from '@/lib/format';
import { Factors } from './factors';
import css from './recommendation-item.module.css';

/** The reason in the viewer's language; `count` selects the plural form. */
function useReason({ reason_code, params, reason }: Recommendation): string {
  const { t } = useTranslation('cards');
  const { count, ...rest } = params;
  return t(`reason.${reason_code}` as 'reason.popular', {
    ...rest,
    ...(count === undefined ? {} : { count: Number(count) }),
    defaultValue: reason,
  });
}

interface RecommendationItemProps {
  item: Recommendation;
  onRefuse: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Whether the description is shown. */
  isDetailed?: boolean;
}

/** A recommended society or event with its reason and a 'Not interested' button. */
export function RecommendationItem({ item, onRefuse, isDetailed = false }: RecommendationItemProps) {
  const { t } = useTranslation('cards');
  const reason = useReason(item);
  const to = item.type === 'society' ? `/societies/${item.id}` : `/events/${item.id}`;
  const facts =
    item.type === 'event'
      ? `${eventDate(item.date)} · ${eventTime(item.time)}`
      : item.members !== null && t('recommended.members', { count: item.members, n: formatNumber(item.members) });
  return (
    <li className={css.item} data-detailed={isDetailed || undefined}>
      <SocietyTile id={item.id} category={item.category} image={item.image} size={isDetailed ? 56 : 44} />
      <span className="grow">
        <b className={isDetailed ? '' : 'small'}>
          {isPage(to) ? (
            <Link to={to} className={`${css.title} tap`}>
              <Excerpt lines={isDetailed ? 2 : 1}>{item.title}</Excerpt>
            </Link>
          ) : (
            <Excerpt lines={isDetailed ? 2 : 1}>{item.title}</Excerpt>
          )}
        </b>
        <Excerpt isSentence className="micro dim">
          {facts}
        </Excerpt>
        {isDetailed && item.description && (
          <Excerpt lines={2} className={`${css.about} small soft`}>
            {item.description}
          </Excerpt>
        )}
        <span className={`${css.line} micro soft`}>{reason}</span>
        {isDetailed
          ? item.factors.length > 0 && <Factors item={item} />
          : item.reserved && <span className={`${css.line} micro dim`}>{t('recommended.reserved')}</span>}
      </span>
      <button
        type="button"
        className={css.refuse}
        data-online
        title={t('recommended.refuse')}
        aria-label={t('recommended.refuseOne', { title: item.title })}
        onClick={onRefuse}
      >
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </li>
  );
}
