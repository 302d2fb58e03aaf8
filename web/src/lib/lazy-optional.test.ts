import { act, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { show } from '@/testing/render';
import { lazyOptional } from './lazy-optional';

it('a lazy part renders once it has loaded, and nothing if it cannot', async () => {
  const Greeting = lazyOptional(async () => ({ default: ({ name }: { name: string }) => `Hello ${name}` }));
  const Missing = lazyOptional<object>(() => Promise.reject(new TypeError('Failed to fetch')));
  show([createElement(Greeting, { key: 'a', name: 'Layla' }), createElement(Missing, { key: 'b' }), ' and that is all']);
  expect(await screen.findByText(/Hello Layla.*and that is all/)).toBeDefined();
});

it('a lazy part that could not be loaded renders once the network is back', async () => {
  let isBack = false;
  const load = async () => {
    if (!isBack) throw new TypeError('Failed to fetch');
    return { default: ({ name }: { name: string }) => `Hello ${name}` };
  };
  const Late = lazyOptional(load, { fallback: 'Loading, ' });
  show([createElement(Late, { key: 'a', name: 'Layla' }), ' and the page']);
  expect(screen.getByText(/and the page/).textContent).toContain('Loading');
  await waitFor(() => expect(screen.getByText(/and the page/).textContent).not.toContain('Loading'));
  expect(screen.queryByText(/Hello/)).toBeNull();
  isBack = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText(/Hello Layla/)).toBeDefined();
});
