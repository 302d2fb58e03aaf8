import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Event, getEventsBySociety } from '#models/contract/events';
import { deferred } from '@/testing/deferred';
import { onCall, yes } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { beginRefetch, isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { createEntities } from './entities';
import { defineList } from './lists';

const unordered = defineList({
  key: ['pages', 'unordered'],
  call: getEventsBySociety,
  input: ({ society_id }: { society_id: string }) => ({ society_id }),
  entities: createEntities<Event>({}),
  hold: 'always',
});
const ordered = defineList({ ...unordered.spec, key: ['pages', 'ordered'], order: (a, b) => b.CreatedAt.localeCompare(a.CreatedAt) });

let more: () => void = () => {};
function Items({ of, society_id }: { of: typeof ordered; society_id: string }) {
  const { items, held, query } = of.useItems({ society_id });
  more = () => void query.fetchNextPage();
  return <p>{`${items.map(({ Title }) => Title).join(' ')} | ${held} held`}</p>;
}

/** An event of this minute. */
const at = (Title: string, minute: number) => anEvent({ Title, CreatedAt: `2026-01-01T00:${minute}:00.000Z` });
const pageOf = (events: Event[], next: string | null) => yes(getEventsBySociety, events, { next, counts: { upcoming: 9, completed: 0 } });
const isText = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeDefined());

/** Shows a list with the page `a b`; the page after it, `c`, is answered when the test gives it. */
async function withTwoPages(of: typeof ordered) {
  const [a, b, c] = [at('a', 40), at('b', 30), at('c', 20)];
  let second = deferred<ReturnType<typeof pageOf>>();
  onCall(getEventsBySociety, ({ query }) => (query.get('cursor') ? second.promise : pageOf([a, b], 'next')));
  show(<Items of={of} society_id={newId()} />);
  await isText('a b | 0 held');
  const loadMore = () => isShown(Promise.resolve(more()));
  const give = () => {
    second.give(pageOf([c], null));
    second = deferred();
  };
  return { a, b, loadMore, give };
}

/** Shows a list as `withTwoPages`, while its second page is loaded. */
async function withPageUnderWay(of: typeof ordered) {
  const pages = await withTwoPages(of);
  await pages.loadMore();
  return pages;
}

for (const [what, of] of [
  ['an ordered list', ordered],
  ['a list in the order of the server', unordered],
] as const) {
  it(`a live item that arrives while the next page of ${what} loads stays behind the pill`, async () => {
    const { give } = await withPageUnderWay(of);
    act(() => of.insert(at('new', 50)));
    await isText('a b | 1 held');
    give();
    await isText('a b c | 1 held');
  });

  it(`an own item that arrives while the next page of ${what} loads stays at the head`, async () => {
    const { give } = await withPageUnderWay(of);
    act(() => of.insert(at('new', 50), true));
    await isText('new a b | 0 held');
    give();
    await isText('new a b c | 0 held');
  });

  it(`an item of ${what} that is removed while the next page loads is not held back again`, async () => {
    const removed = at('new', 50);
    const { loadMore, give } = await withTwoPages(of);
    act(() => of.insert(removed));
    await isText('a b | 1 held');
    await loadMore();
    act(() => of.remove(removed.ID));
    await isText('a b | 0 held');
    give();
    await isText('a b c | 0 held');
  });

  it(`a live item that arrives while the second page of ${what} is refetched stays behind the pill`, async () => {
    const { give } = await withPageUnderWay(of);
    give();
    await isText('a b c | 0 held');
    const refetched = beginRefetch();
    await isShown();
    act(() => of.insert(at('new', 50)));
    await isText('a b c | 1 held');
    give();
    await isShown(refetched);
    await isText('a b c | 1 held');
  });
}

it('the last item of a page moves to the head, also while the next page loads', async () => {
  const { b, give } = await withPageUnderWay(ordered);
  act(() => ordered.insert({ ...b, CreatedAt: '2026-01-01T00:45:00.000Z' }));
  await isText('b a | 0 held');
  give();
  await isText('b a c | 0 held');
});
