import { Button } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { societyCategories } from '#models/contract/societies';
import { Chips } from '@/components/chips';
import { DebouncedSearch } from '@/components/debounced-search';
import { useCategoryName } from './category-name';
import { CreateSociety } from './create-society';
import css from './discovery-bar.module.css';
import { type DiscoveryFilter, paramsOf } from './discovery-filter';

/** Search field, trending switch and category filter of discovery. */
export function DiscoveryBar({ filter, onChange }: { filter: DiscoveryFilter; onChange: (next: Partial<DiscoveryFilter>) => void }) {
  const { t } = useTranslation('societies');
  const categoryName = useCategoryName();
  const toggled = paramsOf({ ...filter, isTrending: !filter.isTrending }).toString();
  const options = ['', ...societyCategories].map((each) => ({ value: each, label: each ? categoryName(each) : t('all') }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet.
    <form role="search" className={css.bar} onSubmit={(event) => event.preventDefault()}>
      <div className={css.first}>
        <DebouncedSearch className="grow" label={t('search')} value={filter.q} onChange={(q) => onChange({ q })} />
        <nav aria-label={t('quick')} className={css.quick}>
          <Button
            component={Link}
            to={{ pathname: '/societies', search: toggled }}
            variant={filter.isTrending ? 'light' : 'default'}
            aria-current={filter.isTrending || undefined}
            size="md"
            leftSection={<IconFlame size={18} stroke={1.75} aria-hidden="true" />}
          >
            {t('trending')}
          </Button>
          <CreateSociety />
        </nav>
      </div>
      <Chips label={t('categories')} options={options} value={filter.category} onChange={(category) => onChange({ category })} />
    </form>
  );
}
