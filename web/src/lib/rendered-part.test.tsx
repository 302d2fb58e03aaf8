import { act } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { lazyOptional } from './lazy-optional';

it('a part that the gateway has rendered stays while its script cannot be loaded, and works once it can', async () => {
  document.documentElement.setAttribute('data-rendered', '');
  let isThere = false;
  const pressed = vi.fn();
  const Part = lazyOptional(async () => {
    if (!isThere) throw new Error('The script did not come');
    return {
      default: () => (
        <button type="button" onClick={pressed}>
          Rendered
        </button>
      ),
    };
  });
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<!--$--><button type="button">Rendered</button><!--/$-->';
  const rendered = root.querySelector('button');
  const differs = vi.fn();
  vi.useFakeTimers();
  await act(async () => hydrateRoot(root, <Part />, { onRecoverableError: differs }));
  expect(root.querySelector('button')).toBe(rendered);
  isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  vi.useRealTimers();
  document.documentElement.removeAttribute('data-rendered');
  await act(async () => rendered?.click());
  expect(root.querySelector('button')).toBe(rendered);
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(differs).not.toHaveBeenCalled();
});

it('a part that the gateway has rendered stays while its script is being loaded, though its page renders again', async () => {
  const Part = lazyOptional(() => new Promise<never>(() => {}), { fallback: 'Loading' });
  let renderAgain = (): void => {};
  function Page() {
    const [, setCount] = useState(0);
    renderAgain = () => setCount((count) => count + 1);
    return (
      <main>
        <Part />
      </main>
    );
  }
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<main><!--$--><p>Rendered</p><!--/$--></main>';
  await act(async () => hydrateRoot(root, <Page />));
  await act(async () => renderAgain());
  expect(root.textContent).toBe('Rendered');
});
