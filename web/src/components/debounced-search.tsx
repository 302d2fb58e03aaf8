import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTypedBefore } from '@/lib/use-typed-before';
import { TextInput } from './text-fields';

interface DebouncedSearchProps {
  label: string;
  placeholder?: string;
  /** The current search from the page's address. */
  value: string;
  onChange: (value: string) => void;
  /** Milliseconds without typing before the search starts. */
  pause?: number;
  /** Longest search accepted by the server. */
  max?: number;
  className?: string;
  /** Focused when its dialog opens. */
  isFirst?: boolean;
}

/** Debounces typed text to `onChange`; a value changed from outside replaces the text. */
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

/** Search field that searches while typing. */
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
  const field = useRef<HTMLInputElement>(null);
  useTypedBefore(field, value, (input) => setText(input.value));
  return (
    <TextInput
      ref={field}
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
