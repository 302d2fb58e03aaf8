import { Button } from '@mantine/core';
import { IconFlame, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { societyCategories } from '#models/contract/societies';
import { TextInput } from '@/components/fields';
import { useCategoryName } from './category-name';
import css from './discovery-bar.module.css';
import { type DiscoveryFilter, paramsOf } from './discovery-filter';

const typingPause = 250;
const longest = 100;

/** What is typed goes into the address after a pause; what the address says otherwise comes back into the field. */
function useTyped(q: string, onChange: (q: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  useEffect(() => {
    if (q !== sent.current) setText(q);
    sent.current = q;
  }, [q]);
  useEffect(() => {
    const next = text.trim();
    if (next === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = next;
      onChange(next);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return [text, setText];
}

function Chips({ category, onChoose }: { category: string; onChoose: (category: string) => void }) {
  const { t } = useTranslation('societies');
  const categoryName = useCategoryName();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll its content sideways everywhere.
    <div className={css.chips} role="group" aria-label={t('categories')}>
      {['', ...societyCategories].map((each) => (
        <button key={each} type="button" className={css.chip} aria-pressed={each === category} onClick={() => onChoose(each)}>
          {each ? categoryName(each) : t('all')}
        </button>
      ))}
    </div>
  );
}

/** Search, trending and categories. */
export function DiscoveryBar({ filter, onChange }: { filter: DiscoveryFilter; onChange: (next: Partial<DiscoveryFilter>) => void }) {
  const { t } = useTranslation('societies');
  const [text, setText] = useTyped(filter.q, (q) => onChange({ q }));
  const toggled = paramsOf({ ...filter, isTrending: !filter.isTrending }).toString();
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet.
    <form role="search" className={css.bar} onSubmit={(event) => event.preventDefault()}>
      <div className={css.first}>
        <TextInput
          className="grow"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          maxLength={longest}
          dir={text ? 'auto' : undefined}
          radius="xl"
          leftSection={<IconSearch size={19} stroke={1.75} aria-hidden="true" />}
          onChange={(event) => setText(event.target.value)}
        />
        <nav aria-label={t('quick')}>
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
        </nav>
      </div>
      <Chips category={filter.category} onChoose={(category) => onChange({ category })} />
    </form>
  );
}
