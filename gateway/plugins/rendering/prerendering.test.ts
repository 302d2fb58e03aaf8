import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Prerendering } from './prerendering.js';
import type { PageRequest } from './view.js';

const pages = ['/', '/about', '/events'].map((key) => ({ key }) as PageRequest);
const rendered: string[] = [];
const render = vi.fn(async ({ key }: PageRequest): Promise<void> => void rendered.push(key));
const isReady = vi.fn(async () => true);
let prerendering: Prerendering;

beforeEach(() => {
  vi.useFakeTimers();
  rendered.length = 0;
  render.mockClear();
  isReady.mockClear();
  prerendering = new Prerendering(pages, { render, isReady, delayMs: 500, pauseMs: 10_000 });
});
afterEach(() => {
  prerendering.close();
  vi.useRealTimers();
});

it('renders all pages after the start, one after the other', async () => {
  let atOnce = 0;
  render.mockImplementation(async ({ key }) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await Promise.resolve();
    atOnce -= 1;
    rendered.push(key);
  });
  prerendering.start();
  await vi.advanceTimersByTimeAsync(500);
  expect(rendered).toEqual(['/', '/about', '/events']);
});

it('renders a page once for many changes, and only those to keep', async () => {
  for (const key of ['/events', '/events', '/events/a', '/events']) prerendering.add(key);
  await vi.advanceTimersByTimeAsync(500);
  expect(rendered).toEqual(['/events']);
});

it('pauses between two rounds', async () => {
  prerendering.add('/events');
  await vi.advanceTimersByTimeAsync(500);
  prerendering.add('/events');
  await vi.advanceTimersByTimeAsync(9000);
  expect(rendered).toEqual(['/events']);
  await vi.advanceTimersByTimeAsync(1500);
  expect(rendered).toEqual(['/events', '/events']);
});

it('tries a page again that failed, in the next round', async () => {
  render.mockRejectedValueOnce(new Error('busy'));
  prerendering.add('/about');
  await vi.advanceTimersByTimeAsync(500);
  expect(rendered).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(rendered).toEqual(['/about']);
});

it('waits until the gateway is ready', async () => {
  isReady.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('no database'));
  prerendering.start();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(rendered).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rendered).toEqual(['/', '/about', '/events']);
});

it('ends with the gateway', async () => {
  prerendering.start();
  prerendering.close();
  await vi.advanceTimersByTimeAsync(60_000);
  prerendering.add('/');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rendered).toEqual([]);
});
