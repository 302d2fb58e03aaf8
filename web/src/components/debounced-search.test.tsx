import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { DebouncedSearch } from './debounced-search';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const changes: string[] = [];

function Searching() {
  const [value, setValue] = useState('');
  const change = (next: string) => {
    changes.push(next);
    setValue(next);
  };
  return (
    <>
      <DebouncedSearch label="Search" value={value} onChange={change} max={20} />
      <button type="button" onClick={() => setValue('')}>
        Clear all
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });

it('a debounced search sends trimmed text after a pause, and empties when its value is cleared', () => {
  show(<Searching />);
  fireEvent.change(field(), { target: { value: '  che' } });
  act(() => void vi.advanceTimersByTime(249));
  fireEvent.change(field(), { target: { value: '  chess ' } });
  act(() => void vi.advanceTimersByTime(249));
  expect(changes).toEqual([]);
  act(() => void vi.advanceTimersByTime(1));
  expect(changes).toEqual(['chess']);
  expect(field().value).toBe('  chess ');
  expect(field().maxLength).toBe(20);
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(field().value).toBe('');
  act(() => void vi.advanceTimersByTime(250));
  expect(changes).toEqual(['chess']);
});
