import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardsTrending, getTrendingPosts } from '#models/contract/analytics';
import { i18n } from '@/lib/i18n';
import { later } from '@/testing/later';
import { arrives, connectSocket } from '@/testing/live';
import { beginRefetch, isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { no, onCall, requests, yes } from '@/testing/server';
import { aPost, sharedPostOf } from '@/testing/things';
import { TrendingCard } from './trending-card';

const computedAt = '2026-01-01T00:00:00.000Z';
const aTrend = (title: string, Likes = 3) => ({ ...aPost({ Likes, CommentsCount: 2 }), title, score: Likes });
type Trend = ReturnType<typeof aTrend>;
const sharedOf = (trend: Trend) => ({ ...sharedPostOf(trend), title: trend.title, score: trend.score });
const serve = (items: Trend[]) => onCall(getTrendingPosts, () => yes(getTrendingPosts, items, { next: null }));
const titles = () => screen.queryAllByRole('link').map((link) => link.textContent);
async function open(items: Trend[]) {
  serve(items);
  const view = show(<TrendingCard />);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['cards']);
  await connectSocket();
});

describe('the trending card', () => {
  it('asks for three posts of seven days, and ranks them with their counts', async () => {
    await open([aTrend('first', 1200), aTrend('')]);
    expect(Object.fromEntries(requests[0]!.query)).toEqual({ limit: '3', days: '7' });
    const [first] = screen.getAllByRole('listitem');
    expect(within(first!).getByText('1,200')).toBeDefined();
    expect(screen.getByText('No title')).toBeDefined();
  });

  it('changes with the message as with a refetch, twice as once', async () => {
    const [a, b, c] = [aTrend('a'), aTrend('b'), aTrend('c')];
    await open([a, b]);
    const message = { items: [c, a, b].map(sharedOf), computedAt };
    arrives(cardsTrending, message);
    arrives(cardsTrending, message);
    await isShown();
    expect(titles()).toEqual(['c', 'a', 'b']);
    serve([c, a, b]);
    await refetchAll();
    expect(titles()).toEqual(['c', 'a', 'b']);
  });

  it('is not set back by an answer that was asked for before the message', async () => {
    const [a, b] = [aTrend('a'), aTrend('b')];
    await open([a]);
    const slow = later<ReturnType<typeof yes>>();
    onCall(getTrendingPosts, () => slow.promise);
    const fetched = beginRefetch();
    arrives(cardsTrending, { items: [b, a].map(sharedOf), computedAt });
    slow.give(yes(getTrendingPosts, [a], { next: null }));
    await isShown(fetched);
    expect(titles()).toEqual(['b', 'a']);
  });

  it('says when there is nothing, and in one line when it did not load', async () => {
    await open([]);
    expect(screen.getByText(/Nothing trends yet/)).toBeDefined();
    onCall(getTrendingPosts, () => no(500, 'internal', 'Boom'));
    const { user } = show(<TrendingCard />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([aTrend('here')]);
    await user.click(again);
    await waitFor(() => expect(screen.getAllByText('here')).not.toHaveLength(0));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });
});
