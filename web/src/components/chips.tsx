import { useCallback } from 'react';
import css from './chips.module.css';

interface Option<V extends string = string> {
  value: V;
  label: string;
}

interface RowProps<V extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly Option<V>[];
  isOn: (value: V) => boolean;
  onPress: (value: V) => void;
  isClosed?: (value: V) => boolean;
  wraps?: boolean;
}

function ChipRow<V extends string>({ label, options, isOn, onPress, isClosed, wraps = false }: RowProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll its content sideways everywhere.
    <div className={css.chips} role="group" aria-label={label} data-wraps={wraps || undefined}>
      {options.map(({ value, label: words }) => (
        <button
          key={value}
          type="button"
          className={css.chip}
          aria-pressed={isOn(value)}
          disabled={isClosed?.(value) ?? false}
          onClick={() => onPress(value)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

export interface ChipsProps<V extends string> {
  label: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Wraps into several lines, instead of one that scrolls. */
  wraps?: boolean;
}

/** Single choice among a few options. */
export function Chips<V extends string>({ value, onChange, ...rest }: ChipsProps<V>) {
  return <ChipRow {...rest} isOn={(each) => each === value} onPress={onChange} />;
}

interface ChipSetProps<V extends string> {
  label: string;
  options: readonly Option<V>[];
  values: readonly V[];
  onChange: (values: V[]) => void;
  /** Disables the other chips once this many are chosen. */
  max?: number;
}

/** Multiple choice; values are in the order of the options. */
export function ChipSet<V extends string>({ values, onChange, max = Number.POSITIVE_INFINITY, ...rest }: ChipSetProps<V>) {
  const { options } = rest;
  const press = useCallback(
    (pressed: V) => {
      const next = new Set(values);
      if (!next.delete(pressed)) next.add(pressed);
      onChange(options.map(({ value }) => value).filter((value) => next.has(value)));
    },
    [values, onChange, options],
  );
  const isOn = (value: V) => values.includes(value);
  return <ChipRow {...rest} wraps isOn={isOn} onPress={press} isClosed={(value) => values.length >= max && !isOn(value)} />;
}
