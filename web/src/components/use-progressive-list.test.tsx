import { renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { useProgressiveList } from './use-progressive-list';

/** Renders a list; records the number of rendered items at each change. */
function listOf(count: number, isPending: boolean) {
  const seen: number[] = [];
  const list = (props: { count: number; isPending: boolean }) => {
    const unfolding = useProgressiveList(Array.from({ length: props.count }, String), { isPending: props.isPending, hasNextPage: false });
    const drawn = unfolding.isComing ? 0 : unfolding.drawn.length;
    useEffect(() => void seen.push(drawn), [drawn]);
    return unfolding;
  };
  return { seen, ...renderHook(list, { initialProps: { count, isPending } }) };
}

it('a freshly loaded list renders in steps until it is whole', () => {
  const { seen, rerender, result } = listOf(0, true);
  expect(result.current).toMatchObject({ isComing: true, mark: 'awaited' });
  rerender({ count: 7, isPending: false });
  expect(seen).toEqual([0, 2, 4, 6, 7]);
  expect(result.current).toMatchObject({ isComing: false, isWhole: true, hasMore: false });
});

it('a cached list renders whole at once', () => {
  const { seen, result } = listOf(7, false);
  expect(seen).toEqual([7]);
  expect(result.current).toMatchObject({ isWhole: true, mark: '' });
});

it('a cached list renders in steps below the page of the last visit, unless a scroll position is to be restored', () => {
  const { dataset } = document.documentElement;
  dataset.lastPage = 'navigate';
  expect(listOf(5, false).seen).toEqual([2, 4, 5]);
  dataset.lastPage = 'reload';
  expect(listOf(5, false).seen).toEqual([5]);
  delete dataset.lastPage;
});

it('later pages of a progressive list render at once', () => {
  const { seen, rerender } = listOf(0, true);
  rerender({ count: 3, isPending: false });
  rerender({ count: 40, isPending: false });
  expect(seen).toEqual([0, 2, 3, 40]);
});

it('a progressive list has more while further pages exist', () => {
  const { result, rerender } = renderHook((query: { isPending: boolean; hasNextPage: boolean }) => useProgressiveList(['a'], query), {
    initialProps: { isPending: false, hasNextPage: true },
  });
  expect(result.current).toMatchObject({ drawn: ['a'], isWhole: true, hasMore: true });
  rerender({ isPending: false, hasNextPage: false });
  expect(result.current.hasMore).toBe(false);
});

it('a list that is not progressive renders whole as soon as it is loaded', () => {
  const list = ({ isPending }: { isPending: boolean }) => useProgressiveList([1, 2, 3, 4, 5], { isPending, hasNextPage: false }, false);
  const { result, rerender } = renderHook(list, { initialProps: { isPending: true } });
  rerender({ isPending: false });
  expect(result.current).toMatchObject({ isComing: false, drawn: [1, 2, 3, 4, 5], isWhole: true, mark: '' });
});
