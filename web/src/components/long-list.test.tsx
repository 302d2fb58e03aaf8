import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { LongList } from './long-list';

const height = 50;
const screenful = 500;
let scrolled = 0;
let become: (count: number) => void;

const numbers = (count: number) => Array.from({ length: count }, (_, i) => `Line ${i + 1}`);
const heightOf = (element: Element) => Number.parseFloat((element as HTMLElement).style.blockSize) || height;

/** Simulates layout: every item is fifty pixels high, and a spacer has its own height. */
function rectOf(this: Element): DOMRect {
  let top = -scrolled;
  for (let before = this.previousElementSibling; before; before = before.previousElementSibling) top += heightOf(before);
  return new DOMRect(0, top, 300, heightOf(this));
}

beforeEach(() => {
  scrolled = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(rectOf);
  vi.stubGlobal('innerHeight', screenful);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
});

function Lines({ first, hasMore }: { first: number; hasMore: boolean }) {
  const [count, setCount] = useState(first);
  const [opened, setOpened] = useState('');
  become = (next) => act(() => setCount(next));
  return (
    <LongList items={numbers(count)} idOf={(line) => line} hasMore={hasMore} aria-label="Lines" woven={<li>Between</li>}>
      {(line) => (
        <li>
          <button type="button" aria-expanded={opened === line} onClick={() => setOpened(line)}>
            {line}
          </button>
        </li>
      )}
    </LongList>
  );
}

const isAllDrawn = () => lines().length > 70;
async function open(count: number, hasMore = false) {
  const view = show(<Lines first={count} hasMore={hasMore} />);
  if (count > 100) await waitFor(() => expect(isAllDrawn()).toBe(false));
  return view;
}
const scrollTo = (y: number) => {
  scrolled = y;
  fireEvent.scroll(document);
};
const lines = () => screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
const list = () => screen.getByRole('list', { name: 'Lines' });
const length = () => [...list().children].reduce((sum, element) => sum + heightOf(element), 0);
const line = (n: number) => screen.queryByRole('button', { name: `Line ${n}` });
const item = (n: number) => line(n)?.parentElement;
/** An item's position on the screen. */
const topOf = (n: number) => item(n)?.getBoundingClientRect().top;

/** Asserts that items in the viewport are rendered, each once and in its place; returns the number of rendered items. */
function drawnAt(y: number): number {
  scrollTo(y);
  const drawn = lines();
  const expected = numbers(250).filter((each) => drawn.includes(each));
  expect(drawn).toEqual(expected);
  for (let n = Math.ceil(y / height); n < (y + screenful) / height; n += 1) if (n > 0) expect(line(n)).not.toBeNull();
  return drawn.length;
}

it('a long list renders up to a hundred items whole', async () => {
  await open(100);
  expect(lines()).toEqual(numbers(100));
  expect(item(1)?.hasAttribute('aria-setsize')).toBe(false);
});

it('a list of 250 renders the items near the viewport, at the full length and with aria positions', async () => {
  await open(250);
  for (const y of [0, 500, 1200, 2000, 3500, 5000, 8000, 11_700]) expect(drawnAt(y)).toBeLessThan(60);
  expect(length()).toBe(251 * height);
  expect(item(240)?.getAttribute('aria-posinset')).toBe('240');
  expect(item(240)?.getAttribute('aria-setsize')).toBe('250');
  expect(line(6)).toBeNull();
  for (const y of [11_000, 7000, 3000, 0]) expect(drawnAt(y)).toBeLessThan(60);
  expect(length()).toBe(251 * height);
  expect(screen.getAllByText('Between')).toHaveLength(1);
});

it('a list that crosses a hundred items, up or down, neither moves nor replaces visible elements', async () => {
  await open(100, true);
  scrollTo(4200);
  const [seen, place] = [item(85), topOf(85)];
  become(120);
  await waitFor(() => expect(isAllDrawn()).toBe(false));
  expect([item(85), topOf(85)]).toEqual([seen, place]);
  // -1: the size is unknown while there are more pages.
  expect(seen?.getAttribute('aria-setsize')).toBe('-1');
  become(99);
  expect(lines()).toEqual(numbers(99));
  expect([item(85), topOf(85)]).toEqual([seen, place]);
  expect(seen?.hasAttribute('aria-setsize')).toBe(false);
});

it('a long list keeps focused items, their neighbours and open items rendered', async () => {
  const { user } = await open(250);
  const focused = line(20);
  act(() => focused?.focus());
  scrollTo(10_000);
  expect(document.activeElement).toBe(focused);
  await user.tab();
  expect(document.activeElement).toBe(line(21));
  scrollTo(9000);
  await user.click(line(190) as HTMLElement);
  act(() => (document.activeElement as HTMLElement).blur());
  scrollTo(0);
  expect(line(190)?.getAttribute('aria-expanded')).toBe('true');
  expect(line(150)).toBeNull();
  expect(length()).toBe(251 * height);
});
