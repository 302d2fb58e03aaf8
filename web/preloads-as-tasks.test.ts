import { expect, it, vi } from 'vitest';
import { preloadsAsTasks } from './preloads-as-tasks.js';

const { transform } = preloadsAsTasks() as { transform(code: string, id: string): { code: string } | null };
const helper = '\0vite/preload-helper.js';

it('preloads of scripts are added in tasks of their own, and styles at once', () => {
  vi.useFakeTimers();
  const added: number[] = [];
  const document = { head: { appendChild: (link: number) => added.push(link) } };
  const { code = '' } = transform('const preload = (link, isCss) => { document.head.appendChild(link); };', helper) ?? {};
  const preload = new Function('document', `${code}; return preload;`)(document) as (link: number, isCss: boolean) => void;
  for (let n = 0; n < 4; n++) preload(n, n === 3);
  expect(added).toEqual([3]);
  expect(vi.getTimerCount()).toBe(3);
  vi.runAllTimers();
  expect(added).toEqual([3, 0, 1, 2]);
  vi.useRealTimers();
});

it('the build stops where the helper of Vite is another, and leaves other modules alone', () => {
  expect(() => transform('export {};', helper)).toThrow('The preload helper of Vite has no single');
  expect(transform('document.head.appendChild(link);', '/src/app.tsx')).toBeNull();
});
