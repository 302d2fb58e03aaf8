import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '@/testing/render';
import { AsyncList, type AsyncQuery } from './async-list';

const nothing = { hasNextPage: false, isFetchNextPageError: false, fetchNextPage: async () => {}, refetch: async () => {} };
const loading: AsyncQuery = { ...nothing, data: undefined, isError: false, isFetching: true };
const loaded: AsyncQuery = { ...loading, data: [], isFetching: false };
const ids = ['a', 'b', 'c', 'd', 'e'];

/** A progressive list that the button loads. */
function List({ first }: { first: AsyncQuery }) {
  const [query, setQuery] = useState(first);
  return (
    <>
      <button type="button" onClick={() => setQuery(loaded)}>
        load
      </button>
      <AsyncList
        view={{ query: { ...nothing, ...query } }}
        items={query.data ? ids : []}
        idOf={(id) => id}
        isProgressive
        skeleton={<p>loading</p>}
        empty={<p>empty</p>}
      >
        {(id) => <li>{id}</li>}
      </AsyncList>
    </>
  );
}
const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('a progressive list ends whole, and lays out only what is near the viewport', async () => {
  const { user } = show(<List first={loading} />);
  expect([screen.getByText('loading'), items()]).toMatchObject([{}, []]);
  await user.click(screen.getByRole('button', { name: 'load' }));
  expect([items(), screen.getByRole('list').parentElement?.className]).toEqual([ids, 'awaited']);
});

it('a progressive list that is cached is whole at once', () => {
  show(<List first={loaded} />);
  expect([items(), document.querySelector('.awaited')]).toEqual([ids, null]);
});

it('an empty list is no list element, so it takes no gap of its own', () => {
  show(
    <AsyncList view={{ query: { ...nothing, ...loaded } }} items={[]} idOf={String} empty={<p>empty</p>}>
      {() => <li />}
    </AsyncList>,
  );
  expect([screen.getByText('empty'), screen.queryByRole('list')]).toMatchObject([{}, null]);
});
