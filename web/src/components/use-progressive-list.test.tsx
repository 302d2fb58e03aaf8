import { renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { useProgressiveList } from './use-progressive-list';

/** A list, with how many of it were drawn, each time that something new was to be seen. */
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

it('draws a list that was waited for little by little, until it is whole', () => {
  const { seen, rerender, result } = listOf(0, true);
  expect(result.current).toMatchObject({ isComing: true, mark: 'awaited' });
  rerender({ count: 7, isPending: false });
  expect(seen).toEqual([0, 2, 4, 6, 7]);
  expect(result.current).toMatchObject({ isComing: false, isWhole: true, hasMore: false });
});

it('draws a list that was there already whole, at once', () => {
  const { seen, result } = listOf(7, false);
  expect(seen).toEqual([7]);
  expect(result.current).toMatchObject({ isWhole: true, mark: '' });
});

it('draws the pages that follow at once', () => {
  const { seen, rerender } = listOf(0, true);
  rerender({ count: 3, isPending: false });
  rerender({ count: 40, isPending: false });
  expect(seen).toEqual([0, 2, 3, 40]);
});

it('goes on while there is more to ask for', () => {
  const { result, rerender } = renderHook((query: { isPending: boolean; hasNextPage: boolean }) => useProgressiveList(['a'], query), {
    initialProps: { isPending: false, hasNextPage: true },
  });
  expect(result.current).toMatchObject({ drawn: ['a'], isWhole: true, hasMore: true });
  rerender({ isPending: false, hasNextPage: false });
  expect(result.current.hasMore).toBe(false);
});
