import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSearchParams, useNavigate } from 'react-router-dom';
import { SearchField } from '@/features/search/search-field';
import { useTypedBefore } from '@/lib/use-typed-before';
import css from './shell.module.css';

/** Search field of the side bar; ignores blank text. */
export function SideSearch({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useTypedBefore(field, '', ({ value }) => setText(value));
  const search = (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    if (!query) return;
    onChoose?.();
    void navigate({ pathname: '/search', search: String(createSearchParams({ query })) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet.
    <form role="search" aria-label={t('searchAll')} className={css.sideSearch} onSubmit={search}>
      <SearchField ref={field} aria-label={t('searchAll')} value={text} onChange={(event) => setText(event.target.value)} />
    </form>
  );
}
