import { IconSearch } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './search-field.module.css';

/** Longest search text that the server accepts. */
const maxLength = 100;

/** Search field without Mantine's input, small enough for every page; `children` are shown at its end. */
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
        maxLength={maxLength}
        dir={value ? 'auto' : undefined}
        value={value}
        {...rest}
      />
      {children}
    </label>
  );
}
