import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { DebouncedSearch } from '@/components/debounced-search';
import { NativeSelect } from '@/components/fields';
import css from './members.module.css';
import { roles } from './members.queries';
import { type MemberFilter, sorts } from './members.store';

interface MemberBarProps {
  filter: MemberFilter;
  onChange: (next: Partial<MemberFilter>) => void;
}

/** Search, role filter and order of the member list. */
export function MemberBar({ filter, onChange }: MemberBarProps) {
  const { t } = useTranslation('members');
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet.
    <form role="search" className={css.bar} aria-label={t('filter')} onSubmit={(event) => event.preventDefault()}>
      <DebouncedSearch
        className={css.search ?? ''}
        label={t('search')}
        value={filter.q}
        max={lengths.email}
        onChange={(q) => onChange({ q })}
      />
      <NativeSelect
        aria-label={t('roleFilter.label')}
        radius="xl"
        size="md"
        value={filter.role}
        data={[{ value: '', label: t('roleFilter.all') }, ...roles.map((value) => ({ value, label: t(`roleFilter.${value}`) }))]}
        onChange={(event) => onChange({ role: roles.find((each) => each === event.target.value) ?? '' })}
      />
      <NativeSelect
        aria-label={t('sort.label')}
        radius="xl"
        size="md"
        value={filter.sort}
        data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(event) => onChange({ sort: sorts.find((each) => each === event.target.value) ?? 'name' })}
      />
    </form>
  );
}
