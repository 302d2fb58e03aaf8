import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { LongList } from './long-list';
import { PartBoundary } from './part-boundary';
import { SideCard } from './side-card';

let isBroken = true;
function Fragile({ name }: { name: string }) {
  if (isBroken) throw new TypeError('null is not an object');
  return <p>{name} is drawn</p>;
}

beforeEach(() => {
  isBroken = true;
  // React logs the errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

it('a broken card shows an error in its place, renders after a retry, and leaves its neighbours', async () => {
  const { user } = show(
    <>
      <PartBoundary>
        <Fragile name="This one" />
      </PartBoundary>
      <p>Another card</p>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This part could not be shown');
  expect(screen.getByText('Another card')).toBeDefined();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('This one is drawn')).toBeDefined();
});

it('a broken list item stays one item among the others', () => {
  show(
    <LongList items={['a', 'b', 'c']} idOf={(id) => id} hasMore={false}>
      {(id) => <li>{id === 'b' ? <Fragile name={id} /> : id}</li>}
    </LongList>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'a',
    'This part could not be shownTry again',
    'c',
  ]);
});

it('a side card shows its title when its content breaks', () => {
  show(
    <SideCard title="Trending">
      <Fragile name="It" />
    </SideCard>,
  );
  expect(screen.getByRole('heading', { name: 'Trending' })).toBeDefined();
  expect(screen.getByRole('alert')).toBeDefined();
});
