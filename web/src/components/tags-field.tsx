import type { ReactNode } from 'react';
import { ChipSet } from './chips';
import css from './tags-field.module.css';

interface TagsFieldProps {
  label: string;
  /** Suggested tags; chosen tags outside of them are shown too. */
  offered: readonly string[];
  nameOf: (tag: string) => string;
  chosen: readonly string[];
  /** Most tags that can be chosen. */
  max: number;
  help: string;
  error: string | undefined;
  onChange: (chosen: string[]) => void;
  /** Shown below the chips, such as a field for own tags. */
  children?: ReactNode;
}

/** Field to choose tags, among suggested and already chosen ones. */
export function TagsField({ label, offered, nameOf, chosen, max, help, error, onChange, children }: TagsFieldProps) {
  const all = [...new Set([...offered, ...chosen])];
  return (
    <div className={css.field}>
      <p className={css.label}>{label}</p>
      <ChipSet
        label={label}
        options={all.map((value) => ({ value, label: nameOf(value) }))}
        values={chosen}
        max={max}
        onChange={onChange}
      />
      {children}
      <p className="small dim">{help}</p>
      {error && <p className={`${css.error} small`}>{error}</p>}
    </div>
  );
}
