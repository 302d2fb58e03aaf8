import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ComponentProps, useCallback, useRef } from 'react';
import css from './chips.module.css';
import { useRowEdges } from './use-row-edges';

type RowRef = ComponentProps<'div'>;

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

function ChipRow<V extends string>({
  label,
  options,
  isOn,
  onPress,
  isClosed,
  wraps = false,
  ...row
}: RowProps<V> & Pick<RowRef, 'ref' | 'onScroll'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll its content sideways everywhere.
    <div className={css.chips} role="group" aria-label={label} data-wraps={wraps || undefined} {...row}>
      {options.map(({ value, label: words }) => (
        <button
          key={value}
          type="button"
          value={value}
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

/** Arrow at an edge of the row, for a mouse: keys and fingers scroll the row without it. */
function Arrow({ to, onStep }: { to: 'start' | 'end'; onStep: () => void }) {
  const Icon = to === 'start' ? IconChevronLeft : IconChevronRight;
  return (
    <button type="button" className={css.arrow} data-to={to} tabIndex={-1} aria-hidden="true" onClick={onStep}>
      <Icon size={18} stroke={2} className="flip" />
    </button>
  );
}

/** A row that scrolls sideways: the pressed chip is always in view, and the edges show that it goes on. */
function ScrolledRow<V extends string>({ pressed, ...props }: RowProps<V> & { pressed: V }) {
  const row = useRef<HTMLDivElement>(null);
  const { edges, measure, step } = useRowEdges(row, pressed);
  return (
    <div className={css.scroller} data-start={edges.start || undefined} data-end={edges.end || undefined}>
      {edges.start && <Arrow to="start" onStep={() => step('start')} />}
      <ChipRow {...props} ref={row} onScroll={measure} />
      {edges.end && <Arrow to="end" onStep={() => step('end')} />}
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
  const row = { ...rest, isOn: (each: V) => each === value, onPress: onChange };
  return rest.wraps ? <ChipRow {...row} /> : <ScrolledRow {...row} pressed={value} />;
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
