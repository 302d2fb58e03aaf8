import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEventCategoryName } from '@/components/event-names';
import { Excerpt } from '@/components/excerpt';
import { formatCount, formatNumber } from '@/lib/format';
import css from './active-filters.module.css';
import { countActive, type EventFilter, noFilter } from './event-filter';

interface ActiveFiltersProps {
  filter: EventFilter;
  /** Number of events found so far; undefined until loaded. */
  found: number | undefined;
  /** More may be found than are loaded. */
  hasMore: boolean;
  onChange: (next: Partial<EventFilter>) => void;
}

/** '6 events · 1 filter', each filter as a chip that removes it, and a button that removes all. Empty without a filter. */
export function ActiveFilters({ filter, found, hasMore, onChange }: ActiveFiltersProps) {
  const { t } = useTranslation('events');
  const categoryName = useEventCategoryName();
  const count = countActive(filter);
  if (count === 0) return null;
  const { q, category, when } = filter;
  const chips = [
    { field: 'q', label: q },
    { field: 'category', label: category && categoryName(category) },
    { field: 'when', label: when && t(`list.when.${when}`) },
  ] as const;
  return (
    <div className={`${css.active} small`}>
      <p className="dim" aria-live="polite">
        {found !== undefined && <span>{t('list.found', { count: found, n: formatCount(found, hasMore) })} · </span>}
        <span>{t('list.active', { count, n: formatNumber(count) })}</span>
      </p>
      {chips.map(
        ({ field, label }) =>
          label && (
            <button
              key={field}
              type="button"
              className={css.chip}
              aria-label={t('list.remove', { filter: label })}
              onClick={() => onChange({ [field]: '' })}
            >
              <Excerpt>{label}</Excerpt>
              <IconX size={15} stroke={2} aria-hidden="true" />
            </button>
          ),
      )}
      <button type="button" className={`${css.clear} link`} onClick={() => onChange({ ...noFilter, sort: filter.sort })}>
        {t('list.clear')}
      </button>
    </div>
  );
}
