import { IconX } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Recommendation } from '#models/contract/analytics';
import { isPage } from '#models/contract/pages';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { ErrorLine } from '@/components/states';
import { eventDate, eventTime, formatNumber } from '@/lib/format';
import { refuse, useRecommendations } from './recommendations.store';
import css from './recommendations-card.module.css';

/** The reason in the reader's language; `count` chooses the plural form. */
function useReason({ reason_code, params, reason }: Recommendation): string {
  const { t } = useTranslation('cards');
  const { count, ...rest } = params;
  return t(`reason.${reason_code}` as 'reason.popular', {
    ...rest,
    ...(count === undefined ? {} : { count: Number(count) }),
    defaultValue: reason,
  });
}

function Item({ item, onRefuse }: { item: Recommendation; onRefuse: (event: MouseEvent<HTMLButtonElement>) => void }) {
  const { t } = useTranslation('cards');
  const reason = useReason(item);
  const to = item.type === 'society' ? `/societies/${item.id}` : `/events/${item.id}`;
  const facts =
    item.type === 'event'
      ? `${eventDate(item.date)} · ${eventTime(item.time)}`
      : t('recommended.members', { count: item.members ?? 0, n: formatNumber(item.members ?? 0) });
  return (
    <li className={css.item}>
      <SocietyTile id={item.id} category={item.category} image={item.image} size={44} />
      <span className="grow">
        <b className="small cut">
          {isPage(to) ? (
            <Link to={to}>
              <bdi>{item.title}</bdi>
            </Link>
          ) : (
            <bdi>{item.title}</bdi>
          )}
        </b>
        <span className={`${css.line} micro dim cut`}>{facts}</span>
        <span className={`${css.line} micro soft`}>{reason}</span>
      </span>
      <button
        type="button"
        className={css.refuse}
        title={t('recommended.refuse')}
        aria-label={t('recommended.refuseOne', { title: item.title })}
        onClick={onRefuse}
      >
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </li>
  );
}

/** Societies and events to look at, each with a reason that a person can read. */
export function RecommendationsCard() {
  const { t } = useTranslation('cards');
  const { query, items } = useRecommendations();
  const list = useRef<HTMLUListElement>(null);
  const refuseOne = (item: Recommendation) => (event: MouseEvent<HTMLButtonElement>) => {
    // The button goes with its row; the keyboard stays in the card.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.currentTarget);
    (buttons[at + 1] ?? buttons[at - 1] ?? list.current)?.focus();
    void refuse(item);
  };
  return (
    <SideCard title={t('recommended.title')}>
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && !query.isFetching && <ErrorLine onRetry={() => void query.refetch()} />}
      {items?.length === 0 && <p className="small dim">{t('recommended.empty')}</p>}
      <ul ref={list} className={css.list} tabIndex={-1}>
        {items?.map((item) => (
          <Item key={item.id} item={item} onRefuse={refuseOne(item)} />
        ))}
      </ul>
    </SideCard>
  );
}
