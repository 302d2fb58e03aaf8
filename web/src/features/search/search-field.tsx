import { IconSearch } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './search-field.module.css';

/** The longest that the server takes. */
const longest = 100;

/** A field for words to look for, light enough for every page; `children` stand at its end. */
export function SearchField({ children, value, ...rest }: ComponentPropsWithRef<'input'> & { value: string; children?: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <label className={css.field}>
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        placeholder={t('searchHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={longest}
        dir={value ? 'auto' : undefined}
        value={value}
        {...rest}
      />
      {children}
    </label>
  );
}
