import { type FormEvent, type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { withTexts } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import { useTypedBefore } from '@/lib/use-typed-before';
import css from './search-box.module.css';
import { SearchField } from './search-field';
import { searchLink } from './search-link';
import { useActiveOption } from './use-active-option';
import { useDebounced } from './use-debounced';
import { useSlashShortcut } from './use-slash-shortcut';

const load = withTexts(() => import('./search-results'), 'search');
const SearchResults = lazyOptional(load);
const preload = (): void => void load().catch(() => {});

const searchDelay = 250;

/**
 * Search in the header: searches after a pause in typing, and drops down the first results of each kind. Opens on typing, and
 * on focus with a text; closes on Escape, on a press outside, and when a result is chosen.
 */
export function SearchBox() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [hasOptions, setHasOptions] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useTypedBefore(input, '', ({ value }) => setText(value));
  const listId = useId();
  const { active, onKey: moveByKey, reset } = useActiveOption(box);
  const trimmed = text.trim();
  const q = useDebounced(trimmed, searchDelay);
  const isShown = isOpen && trimmed !== '';
  useSlashShortcut(useCallback(() => input.current?.focus(), []));
  const toggle = (to: boolean) => {
    setOpen(to);
    reset();
  };
  const close = () => toggle(false);
  const onKey = (event: KeyboardEvent) => {
    const closes = event.key === 'Escape' && isShown;
    if (closes) close();
    if (closes || (isShown && moveByKey(event))) event.preventDefault();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!trimmed) return;
    close();
    void navigate(searchLink(trimmed));
  };
  const controls = isShown && hasOptions ? { 'aria-controls': listId, 'aria-activedescendant': active || undefined } : {};
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet.
    <form
      ref={box}
      role="search"
      aria-label={t('search')}
      className={css.box}
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
    >
      <SearchField
        ref={input}
        role="combobox"
        aria-label={t('search')}
        aria-autocomplete="list"
        aria-expanded={isShown && hasOptions}
        {...controls}
        value={text}
        onFocus={() => {
          preload();
          toggle(true);
        }}
        onChange={(event) => {
          setText(event.target.value);
          toggle(true);
        }}
        onKeyDown={onKey}
      >
        {!text && <kbd className={`${css.slash} micro`}>/</kbd>}
      </SearchField>
      {isShown && <SearchResults q={q} listId={listId} active={active} onChoose={close} onOptions={setHasOptions} />}
    </form>
  );
}
