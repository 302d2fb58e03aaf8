import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataOf } from '#models/contract/define';
import { getAllPosts, postLikes } from '#models/contract/posts';
import { cardsTrending, getTrendingPosts, getTrendingSocieties } from '#models/contract/trending';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import TrendingPage from '@/pages/trending-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aPost, aUser, newId, sharedPostOf } from '@/testing/fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import { TrendingCard } from './trending-card';

const aTrend = (title: string) => ({ ...aPost({ Content: title, Likes: 3, CommentsCount: 2 }), title, score: 3 });
type Trend = ReturnType<typeof aTrend>;
const messageOf = (items: Trend[], second = 1) => ({
  items: items.slice(0, 10).map((trend) => ({ ...sharedPostOf(trend), title: trend.title, score: trend.score })),
  computedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
});
const serveSocieties = (items: DataOf<typeof getTrendingSocieties> = []) =>
  onCall(getTrendingSocieties, () => yes(getTrendingSocieties, items, { next: null, counts: { computed_at: null } }));
const serve = (items: readonly Trend[]) =>
  onCall(getTrendingPosts, ({ query }) => yes(getTrendingPosts, items.slice(0, Number(query.get('limit'))), { next: null }));
const many = (count: number) => Array.from({ length: count }, (_, i) => aTrend(`t${i}`));
const rows = (n = 0) => within(screen.getAllByRole('region', { name: 'Trending Posts' })[n]!).queryAllByRole('listitem');
const titles = (n = 0) => rows(n).map((row) => within(row).getAllByRole('link')[0]!.textContent);

beforeAll(async () => {
  await i18n.loadNamespaces(['cards']);
  await connectSocket();
});
beforeEach(() => serveSocieties());

describe('the trending page', () => {
  it('ranks twenty posts of seven days with counts and links, also for a visitor', async () => {
    useSession.setState({ status: 'out', user: null });
    const items = many(25);
    serve(items);
    const before = joined.length;
    show(<TrendingPage />);
    await waitFor(() => expect(rows()).toHaveLength(20));
    expect(Object.fromEntries(requests[0]!.query)).toEqual({ limit: '20', days: '7' });
    expect(screen.getByRole('heading', { level: 1, name: 'Trending Posts' })).toBeDefined();
    expect(rows()[0]!.textContent).toMatch(/^1t0OOmar Khalil·Robotics Society3likes2comments$/);
    expect(within(rows()[0]!).getByRole('link', { name: 't0' }).getAttribute('href')).toBe(`/posts/${items[0]!.ID}`);
    expect(screen.getByRole('button', { name: 'How this list is made' })).toBeDefined();
    expect(joined.length).toBe(before);
  });

  it('applies a complete list from a message, and refetches a longer one', async () => {
    useSession.setState({ status: 'in', user: aUser() });
    const items = many(12);
    serve(items.slice(0, 2));
    show(
      <>
        <TrendingCard />
        <TrendingPage />
      </>,
    );
    await waitFor(() => expect([rows(0).length, rows(1).length]).toEqual([2, 2]));
    const asked = requests.length;
    arrives(cardsTrending, messageOf(items.slice(0, 4)));
    await isShown();
    expect([titles(0), titles(1)]).toEqual([
      ['t0', 't1', 't2'],
      ['t0', 't1', 't2', 't3'],
    ]);
    expect(requests.length).toBe(asked);
    serve(items.toReversed());
    arrives(cardsTrending, messageOf(items.toReversed(), 2));
    await waitFor(() => expect(rows(1)).toHaveLength(12));
    expect([titles(0), titles(1)[0], requests.length]).toEqual([['t11', 't10', 't9'], 't11', asked + 1]);
    arrives(postLikes, { post_id: items[0]!.ID, Likes: 77, CommentsCount: 2, rev: 9 });
    await waitFor(() => expect(rows(1).at(-1)!.textContent).toContain('77'));
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/trending');
  });

  it('shows a text if empty, and an error in place if loading fails', async () => {
    serve([]);
    show(<TrendingPage />);
    expect(await screen.findByText('No posts are trending yet')).toBeDefined();
    cleanup();
    for (const call of [getTrendingPosts, getAllPosts]) onCall(call, () => no(500, 'internal', 'Boom'));
    const { user } = show(<TrendingPage />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(many(1));
    await user.click(again);
    await waitFor(() => expect(titles()).toEqual(['t0']));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });

  it('shows the societies where most happens, with the numbers of their scores', async () => {
    serve([]);
    const ID = newId();
    const society = {
      ID,
      Name: 'Stargazers',
      Image: '',
      Category: 'Science',
      Member_Count: 26,
      New_Members: 4,
      New_Posts: 1,
      Coming_Events: 0,
      score: 1,
    };
    serveSocieties([society]);
    show(<TrendingPage />);
    expect((await screen.findByRole('link', { name: 'Stargazers' })).getAttribute('href')).toBe(`/societies/${ID}`);
    expect(screen.getByText('4 new members · 1 post')).toBeDefined();
  });
});
