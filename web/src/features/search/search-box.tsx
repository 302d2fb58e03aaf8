import { type FormEvent, type KeyboardEvent, Suspense, useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import css from './search-box.module.css';
import { SearchField } from './search-field';
import { searchLink } from './search-link';
import { useOptions } from './use-options';
import { useSettled } from './use-settled';
import { useSlash } from './use-slash';

const load = async () => (await Promise.all([import('./search-results'), loadArea('search')]))[0];
const Results = lazyOptional(load);
const preload = (): void => void load().catch(() => {});

const pause = 250;

/**
 * The header's search: what is typed is looked for after a pause, and the first of each kind drop down. It opens on typing,
 * and on focus with a text; it closes on Escape, outside of it, and when something was chosen.
 */
export function SearchBox() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [hasOptions, setHasOptions] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { active, keys, leave } = useOptions(box);
  const written = text.trim();
  const q = useSettled(written, pause);
  const isShown = isOpen && written !== '';
  useSlash(useCallback(() => input.current?.focus(), []));
  const toggle = (to: boolean) => {
    setOpen(to);
    leave();
  };
  const close = () => toggle(false);
  const onKey = (event: KeyboardEvent) => {
    const closes = event.key === 'Escape' && isShown;
    if (closes) close();
    if (closes || (isShown && keys(event))) event.preventDefault();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!written) return;
    close();
    void navigate(searchLink(written));
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
      {isShown && (
        <Suspense>
          <Results q={q} listId={listId} active={active} onChoose={close} onOptions={setHasOptions} />
        </Suspense>
      )}
    </form>
  );
}
