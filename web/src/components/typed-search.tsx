import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { TextInput } from './text-fields';

interface TypedSearchProps {
  label: string;
  placeholder?: string;
  /** What is searched for, as the page's address says it. */
  value: string;
  onChange: (value: string) => void;
  /** Milliseconds without typing, before it is searched for. */
  pause?: number;
  /** The longest that the server takes. */
  max?: number;
  className?: string;
  /** It has the focus in a dialog that opens. */
  isFirst?: boolean;
}

/** What is typed is told after a pause; what is told from outside comes back into the field. */
function useTyped(value: string, onChange: (value: string) => void, pause: number): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    const next = text.trim();
    if (next === told.current) return;
    const timer = setTimeout(() => {
      told.current = next;
      tell.current(next);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return [text, setText];
}

/** A field that searches while one types. */
export function TypedSearch({
  label,
  placeholder = label,
  value,
  onChange,
  pause = 250,
  max = 100,
  className = '',
  isFirst,
}: TypedSearchProps) {
  const [text, setText] = useTyped(value, onChange, pause);
  return (
    <TextInput
      className={className}
      data-autofocus={isFirst || undefined}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={max}
      dir={text ? 'auto' : undefined}
      radius="xl"
      leftSection={<IconSearch size={19} stroke={1.75} aria-hidden="true" />}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
