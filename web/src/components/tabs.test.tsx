import { IconSettings } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { show } from '@/testing/render';
import { Tabs } from './tabs';

const tabs = [
  { to: '?kind=all', label: 'All', badge: <b>7</b> },
  { to: '?kind=posts', label: 'Posts' },
  { to: '/settings', label: 'Settings', locked: 'Admins only' },
];
const link = (name: RegExp) => screen.getByRole('link', { name });

it('a pinned tab follows the others, outside of the row that scrolls, and has its name also where only its icon is drawn', () => {
  const pinned = [
    { to: '/all', label: 'All', pin: IconSettings },
    { to: '/posts', label: 'Posts' },
  ];
  show(<Tabs label="Kinds" tabs={pinned} active="/posts" />);
  const row = link(/Posts/).parentElement;
  expect(screen.getAllByRole('link').map((each) => each.textContent)).toEqual(['Posts', 'All']);
  expect(row?.contains(link(/All/))).toBe(false);
});

it('tabs mark the current page, link to the others, and lock pages that the viewer may not open', async () => {
  const { user, place } = show(<Tabs label="Kinds" tabs={tabs} active="?kind=all" />, { at: '/search' });
  expect(screen.getByRole('navigation', { name: 'Kinds' })).toBeDefined();
  expect(link(/All/).textContent).toBe('All7');
  expect(link(/All/).getAttribute('aria-current')).toBe('page');
  expect(link(/Posts/).getAttribute('aria-current')).toBeNull();
  await user.click(link(/Posts/));
  expect(place()).toBe('/search?kind=posts');
  expect(link(/Settings/).getAttribute('aria-disabled')).toBe('true');
  expect(link(/Settings/).title).toBe('Admins only');
  await user.click(link(/Settings/));
  expect(place()).toBe('/search?kind=posts');
});

function Kinds() {
  const { search } = useLocation();
  return <Tabs label="Kinds" tabs={tabs.slice(0, 2)} active={search || '?kind=all'} />;
}

it('the current tab is scrolled into view, but not the first one of a row that was not scrolled', async () => {
  const scrolled: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this.textContent);
  };
  const { user } = show(<Kinds />, { at: '/search' });
  expect(scrolled).toEqual([]);
  await user.click(link(/Posts/));
  await user.click(link(/All/));
  expect(scrolled).toEqual(['Posts', 'All7']);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});
