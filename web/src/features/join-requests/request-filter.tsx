import { useTranslation } from 'react-i18next';
import { Nuqta } from '@/components/nuqta';
import { useConnection } from '@/lib/connection';
import { formatNumber } from '@/lib/format';
import { useIsOffline } from '@/lib/reachability';
import css from './join-requests.module.css';
import type { RequestCounts } from './request-counts';
import type { RequestStatusFilter } from './requests.queries';

const filters = ['all', 'pending', 'approved', 'rejected'] as const;

interface RequestFilterProps {
  filter: RequestStatusFilter;
  counts: RequestCounts | undefined;
  onChoose: (filter: RequestStatusFilter) => void;
}

/** Filter of the list by status, with an indicator while live updates work. */
export function RequestFilter({ filter, counts, onChoose }: RequestFilterProps) {
  const { t } = useTranslation('join-requests');
  // Also check `navigator.onLine`: a socket notices a lost network late.
  const isOffline = useIsOffline();
  const isLive = useConnection(({ state }) => state === 'online') && !isOffline;
  return (
    <div className={css.head}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll its content sideways everywhere. */}
      <div className={css.chips} role="group" aria-label={t('filter.label')}>
        {filters.map((each) => (
          <button
            key={each}
            type="button"
            id={`filter-${each}`}
            className={css.chip}
            aria-pressed={each === filter}
            onClick={() => onChoose(each)}
          >
            {t(`filter.${each}`)}
            {counts && <span className="micro">{formatNumber(counts[each === 'all' ? 'total' : each])}</span>}
          </button>
        ))}
      </div>
      {isLive && (
        <span className={`${css.live} micro soft`}>
          <Nuqta size={7} />
          {t('live')}
        </span>
      )}
    </div>
  );
}
