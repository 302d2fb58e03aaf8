import { useTranslation } from 'react-i18next';
import { Nuqta } from '@/components/nuqta';
import { useConnection } from '@/lib/connection';
import { formatNumber } from '@/lib/format';
import { useIsOffline } from '@/lib/reachability';
import type { Counts } from './counts';
import css from './join-requests.module.css';
import type { Filter } from './requests.queries';

const filters = ['all', 'pending', 'approved', 'rejected'] as const;

interface RequestFilterProps {
  filter: Filter;
  counts: Counts | undefined;
  onChoose: (filter: Filter) => void;
}

/** Chooses the requests that are listed; says that they are live, while they are. */
export function RequestFilter({ filter, counts, onChoose }: RequestFilterProps) {
  const { t } = useTranslation('join-requests');
  // A socket notices late that its network is gone.
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
