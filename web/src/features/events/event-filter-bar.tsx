import { useTranslation } from 'react-i18next';
import { eventCategories } from '#models/contract/event-choices';
import { Chips } from '@/components/chips';
import { DebouncedSearch } from '@/components/debounced-search';
import { useEventCategoryName } from '@/components/event-names';
import { NativeSelect } from '@/components/text-fields';
import { type EventFilter, sorts, whens } from './event-filter';
import css from './event-filter-bar.module.css';

interface EventFilterBarProps {
  filter: EventFilter;
  onChange: (next: Partial<EventFilter>) => void;
}

function Choices({ filter: { when, sort }, onChange }: EventFilterBarProps) {
  const { t } = useTranslation('events');
  return (
    <>
      <NativeSelect
        aria-label={t('list.when.label')}
        size="md"
        radius="xl"
        value={when}
        data-on={when !== '' || undefined}
        data={[{ value: '', label: t('list.when.all') }, ...whens.map((value) => ({ value, label: t(`list.when.${value}`) }))]}
        onChange={(event) => onChange({ when: event.target.value as EventFilter['when'] })}
      />
      <NativeSelect
        aria-label={t('list.sort.label')}
        size="md"
        radius="xl"
        value={sort}
        data={[{ value: '', label: t('list.sort.usual') }, ...sorts.map((value) => ({ value, label: t(`list.sort.${value}`) }))]}
        onChange={(event) => onChange({ sort: event.target.value as EventFilter['sort'] })}
      />
    </>
  );
}

/** Search, date, order and category filters of the event list. */
export function EventFilterBar({ filter, onChange }: EventFilterBarProps) {
  const { t } = useTranslation('events');
  const categoryName = useEventCategoryName();
  const all = { value: '' as const, label: t('list.all') };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet.
    <form role="search" className={css.bar} aria-label={t('list.filter')} onSubmit={(event) => event.preventDefault()}>
      <div className={css.first}>
        <DebouncedSearch className={css.search ?? ''} label={t('list.search')} value={filter.q} onChange={(q) => onChange({ q })} />
        <Choices filter={filter} onChange={onChange} />
      </div>
      <Chips
        label={t('list.categories')}
        options={[all, ...eventCategories.map((value) => ({ value, label: categoryName(value) }))]}
        value={filter.category}
        onChange={(category) => onChange({ category })}
      />
    </form>
  );
}
