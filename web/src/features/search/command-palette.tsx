import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { fold } from '#models/contract/fold';
import { Modal } from '@/components/modal';
import css from './command-palette.module.css';
import { SearchField } from './search-field';
import { searchLink } from './search-link';
import SearchResults from './search-results';
import { useActiveOption } from './use-active-option';
import { useDebounced } from './use-debounced';

/** A page of the menus, opened by its name. */
export interface PageCommand {
  to: string;
  label: string;
  icon: ReactNode;
}

interface CommandsProps {
  listId: string;
  commands: readonly PageCommand[];
  active: string;
  onChoose: () => void;
}

const optionId = (listId: string, { to }: PageCommand): string => `${listId}-${to}`;

function Commands({ listId, commands, active, onChoose }: CommandsProps) {
  const { t } = useTranslation('search');
  if (commands.length === 0) return null;
  return (
    <div role="listbox" id={listId} aria-label={t('pages')}>
      <span role="presentation" className={`${css.head} micro dim`}>
        {t('pages')}
      </span>
      {commands.map((command) => (
        <Link
          key={command.to}
          role="option"
          id={optionId(listId, command)}
          aria-selected={active === optionId(listId, command)}
          tabIndex={-1}
          to={command.to}
          className={css.command ?? ''}
          onClick={onChoose}
        >
          {command.icon}
          {command.label}
        </Link>
      ))}
    </div>
  );
}

const searchDelay = 250;

/** Dialog with one field: pages by name, and the first results of a search. Arrow keys choose, Enter opens. */
export function CommandPalette({ commands, onClose }: { commands: readonly PageCommand[]; onClose: () => void }) {
  const { t } = useTranslation(['search', 'shell']);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [hasResults, setHasResults] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const { active, onKey, reset } = useActiveOption(box);
  const [pagesId, resultsId] = [useId(), useId()];
  const trimmed = text.trim();
  const q = useDebounced(trimmed, searchDelay);
  const wanted = fold(trimmed);
  const fitting = commands.filter(({ label }) => fold(label).includes(wanted));
  const controls = [fitting.length > 0 && pagesId, hasResults && trimmed && resultsId].filter(Boolean).join(' ');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = fitting;
    const to = first && trimmed ? first.to : trimmed && searchLink(trimmed);
    if (!to) return;
    onClose();
    void navigate(to);
  };
  const key = (event: KeyboardEvent) => {
    if (onKey(event)) event.preventDefault();
  };
  return (
    <Modal title={t('search:palette')} onClose={onClose} size="lg" yOffset="12vh" centered={false} classNames={{ body: css.body ?? '' }}>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet. */}
      <form ref={box} role="search" aria-label={t('search:palette')} className={css.form} onSubmit={submit}>
        <SearchField
          data-autofocus
          role="combobox"
          aria-label={t('search:paletteField')}
          placeholder={t('search:paletteField')}
          aria-autocomplete="list"
          aria-expanded={controls !== ''}
          {...(controls && { 'aria-controls': controls, 'aria-activedescendant': active || undefined })}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            reset();
          }}
          onKeyDown={key}
        />
        <Commands listId={pagesId} commands={fitting} active={active} onChoose={onClose} />
        {trimmed && <SearchResults isInDialog q={q} listId={resultsId} active={active} onChoose={onClose} onOptions={setHasResults} />}
      </form>
    </Modal>
  );
}
