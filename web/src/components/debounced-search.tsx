import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { TextInput } from './text-fields';

interface DebouncedSearchProps {
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
function useDebouncedText(value: string, onChange: (value: string) => void, pause: number): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const lastSent = useRef(value);
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  }, [onChange]);
  useEffect(() => {
    if (value !== lastSent.current) setText(value);
    lastSent.current = value;
  }, [value]);
  useEffect(() => {
    const next = text.trim();
    if (next === lastSent.current) return;
    const timer = setTimeout(() => {
      lastSent.current = next;
      latestOnChange.current(next);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return [text, setText];
}

/** A field that searches while one types. */
export function DebouncedSearch({
  label,
  placeholder = label,
  value,
  onChange,
  pause = 250,
  max = 100,
  className = '',
  isFirst,
}: DebouncedSearchProps) {
  const [text, setText] = useDebouncedText(value, onChange, pause);
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
