import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '@/testing/render';
import { WrittenText } from './written-text';

it('addresses in user text are safe links', async () => {
  show(<WrittenText text={'Sign up at robots.edu\nDoors open at 5.'} />);
  const link = await screen.findByRole('link', { name: 'robots.edu' });
  expect(link.getAttribute('href')).toBe('https://robots.edu');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

it('user text with a dot but no address has no links', () => {
  show(<WrittenText text="From 9.30 a.m." />);
  expect(screen.getByText('From 9.30 a.m.').childElementCount).toBe(0);
});

it('user text is never rendered as markup', () => {
  show(<WrittenText text={'<b>Bold</b>'} />);
  expect(screen.getByText('<b>Bold</b>').getAttribute('dir')).toBe('auto');
});
