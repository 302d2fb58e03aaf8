import type { ReactNode } from 'react';
import { ChipSet } from './chips';
import css from './tags-field.module.css';

interface TagsFieldProps {
  label: string;
  /** What may be chosen; what was chosen and is not among it can be taken off, too. */
  offered: readonly string[];
  nameOf: (tag: string) => string;
  chosen: readonly string[];
  /** How many may be chosen. */
  max: number;
  help: string;
  error: string | undefined;
  onChange: (chosen: string[]) => void;
  /** Stands below the chips, such as a way to words of one's own. */
  children?: ReactNode;
}

/** Words by which something is found: those that are offered, and those it has already. */
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
