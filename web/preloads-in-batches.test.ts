import { expect, it, vi } from 'vitest';
import { preloadsInBatches } from './preloads-in-batches.js';

const { transform } = preloadsInBatches() as { transform(code: string, id: string): { code: string } | null };
const helper = '\0vite/preload-helper.js';

it('preloads of scripts are added in tasks of four, and styles at once', () => {
  vi.useFakeTimers();
  const added: number[] = [];
  const document = { head: { appendChild: (link: number) => added.push(link) } };
  const { code = '' } = transform('const preload = (link, isCss) => { document.head.appendChild(link); };', helper) ?? {};
  const preload = new Function('document', `${code}; return preload;`)(document) as (link: number, isCss: boolean) => void;
  for (let n = 0; n < 7; n++) preload(n, n === 6);
  expect(added).toEqual([6]);
  vi.advanceTimersToNextTimer();
  expect(added).toEqual([6, 0, 1, 2, 3]);
  vi.advanceTimersToNextTimer();
  expect(added).toEqual([6, 0, 1, 2, 3, 4, 5]);
  expect(vi.getTimerCount()).toBe(0);
  preload(7, false);
  vi.runAllTimers();
  expect(added.at(-1)).toBe(7);
  vi.useRealTimers();
});

it('the build stops where the helper of Vite is another, and leaves other modules alone', () => {
  expect(() => transform('export {};', helper)).toThrow('The preload helper of Vite has no single');
  expect(transform('document.head.appendChild(link);', '/src/app.tsx')).toBeNull();
});
