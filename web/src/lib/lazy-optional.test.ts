import { act, screen } from '@testing-library/react';
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
  const Late = lazyOptional(async () => {
    if (!isBack) throw new TypeError('Failed to fetch');
    return { default: ({ name }: { name: string }) => `Hello ${name}` };
  });
  show([createElement(Late, { key: 'a', name: 'Layla' }), ' and the page']);
  expect((await screen.findByText(/and the page/)).textContent).not.toContain('Hello');
  isBack = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText(/Hello Layla/)).toBeDefined();
});
