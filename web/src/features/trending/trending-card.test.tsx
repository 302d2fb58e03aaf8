import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { getAllPosts, postLikes, postRemoved } from '#models/contract/posts';
import { societyRemoved, societyUpdated, societyVisibility } from '#models/contract/societies';
import { cardsTrending, getTrendingPosts } from '#models/contract/trending';
import { ownChanged } from '#models/contract/users';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aSociety, newId, sharedPostOf } from '@/testing/fixtures';
import { beginRefetch, isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { sharedSocietyOf } from '@/testing/society-fixtures';
import { TrendingCard } from './trending-card';

const computedAt = '2026-01-01T00:00:00.000Z';
const aTrend = (title: string, Likes = 3) => ({ ...aPost({ Content: title, Likes, CommentsCount: 2 }), title, score: Likes });
type Trend = ReturnType<typeof aTrend>;
const sharedOf = (trend: Trend) => ({ ...sharedPostOf(trend), title: trend.title, score: trend.score });
const serve = (items: Trend[]) => onCall(getTrendingPosts, () => yes(getTrendingPosts, items, { next: null }));
const titles = () =>
  screen
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('link'))
    .map((link) => link.textContent);
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
  it('fetches three posts of seven days, and ranks them with their counts', async () => {
    await open([aTrend('first', 1200), aTrend('')]);
    expect(Object.fromEntries(requests[0]!.query)).toEqual({ limit: '3', days: '7' });
    const [first] = screen.getAllByRole('listitem');
    expect(within(first!).getByText('1,200')).toBeDefined();
    expect(screen.getByText('No title')).toBeDefined();
  });

  it('shows the whole text, clipped by lines and not by a number of characters', async () => {
    const Content = 'قبل أن تبدأ الجولة: in the reading garden, with everybody who looked for it and nobody who found it';
    await open([{ ...aTrend(`${Content.slice(0, 50)}...`), Content }]);
    const title = screen.getByText(Content);
    expect([title.getAttribute('dir'), title.dataset.lines]).toEqual(['auto', '2']);
  });

  it('explains the formula in a dialog, without Markdown', async () => {
    const { user } = await open([]);
    await user.click(screen.getByRole('button', { name: 'How this list is made' }));
    const dialog = await screen.findByRole('dialog', { name: 'How Trending Posts are chosen' });
    expect(dialog.textContent).toContain('score = (likes + comments) ÷ (hours + 2)^1.5');
    expect(dialog.textContent).not.toMatch(/[#*|]{2}/);
  });

  it('explains the formulas of posts and societies in Arabic', async () => {
    await chooseLanguage('ar');
    const { user } = await open([]);
    await user.click(screen.getByRole('button', { name: 'كيف تُعدّ هذه القائمة' }));
    const dialog = await screen.findByRole('dialog', { name: 'كيف تُختار المنشورات الرائجة' });
    expect(dialog.textContent).toContain('النقاط = (الإعجابات + التعليقات) ÷ (الساعات + 2)^1.5');
    expect(dialog.textContent).toContain('النقاط = (الأعضاء الجدد + المنشورات + 2 × الفعاليات) ÷ √(الأعضاء + 10)');
  });

  it('shows the same after a message, its repeat and a refetch', async () => {
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

  it('is not undone by an answer that was requested before the message', async () => {
    const [a, b] = [aTrend('a'), aTrend('b')];
    await open([a]);
    const slow = deferred<ReturnType<typeof yes>>();
    onCall(getTrendingPosts, () => slow.promise);
    const fetched = beginRefetch();
    arrives(cardsTrending, { items: [b, a].map(sharedOf), computedAt });
    slow.give(yes(getTrendingPosts, [a], { next: null }));
    await isShown(fetched);
    expect(titles()).toEqual(['b', 'a']);
  });

  it('is not undone by an older list that arrives late', async () => {
    const [a, b, c] = [aTrend('a'), aTrend('b'), aTrend('c')];
    await open([a]);
    arrives(cardsTrending, { items: [b, a].map(sharedOf), computedAt: '2026-01-01T00:00:02.000Z' });
    arrives(cardsTrending, { items: [c, a].map(sharedOf), computedAt: '2026-01-01T00:00:01.000Z' });
    await isShown();
    expect(titles()).toEqual(['b', 'a']);
  });

  it('hides a removed post, also after an older list arrives late', async () => {
    const [a, b, c] = [aTrend('a'), aTrend('b'), aTrend('c')];
    await open([a, b]);
    serve([b, c]);
    const gone = { post_id: a.ID, society_id: a.Society_ID, version: a.version + 1 };
    arrives(postRemoved, gone);
    await isShown();
    expect(titles()[0]).toBe('b');
    await waitFor(() => expect(titles()).toEqual(['b', 'c']));
    arrives(postRemoved, gone);
    arrives(cardsTrending, { items: [a, b, c].map(sharedOf), computedAt });
    await isShown();
    expect(titles()).toEqual(['b', 'c']);
  });

  it('updates counts and the society’s name by messages', async () => {
    const a = { ...aTrend('a', 3), rev: 5 };
    await open([a]);
    arrives(postLikes, { post_id: a.ID, Likes: 77, CommentsCount: 2, rev: 6 });
    arrives(postLikes, { post_id: a.ID, Likes: 44, CommentsCount: 2, rev: 4 });
    arrives(societyUpdated, sharedSocietyOf(aSociety({ ID: a.Society_ID, Name: 'Mechatronics' })));
    await isShown();
    expect(screen.getByRole('listitem').textContent).toContain('Mechatronics77');
  });

  it.each([
    [
      'a society changes its visibility',
      () => arrives(societyVisibility, { society_id: newId(), visibility: 'private', eventsVisible: true }),
    ],
    ['a society is removed', () => arrives(societyRemoved, { society_id: newId() })],
    ['the viewer blocks somebody', () => arrives(ownChanged, { kind: 'block', id: newId(), on: true, version: 1 })],
  ])('refetches when %s', async (_name, deliver) => {
    await open([aTrend('a')]);
    serve([aTrend('b')]);
    deliver();
    await waitFor(() => expect(titles()).toEqual(['b']));
  });

  it('falls back to the posts with the most likes and comments if its call fails', async () => {
    onCall(getTrendingPosts, () => no(500, 'internal', 'Boom'));
    const long = 'x'.repeat(60);
    const found = [
      aPost({ Content: 'third', Likes: 1 }),
      aPost({ Content: long, Likes: 2, CommentsCount: 3 }),
      aPost({ Content: 'second', CommentsCount: 4 }),
      aPost({ Content: 'fourth' }),
    ];
    onCall(getAllPosts, () => yes(getAllPosts, found, { next: null }));
    show(<TrendingCard />);
    await waitFor(() => expect(titles()).toEqual([long, 'second', 'third']));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows a text if empty, and an error line if loading fails', async () => {
    await open([]);
    expect(screen.getByText(/No posts are trending yet/)).toBeDefined();
    for (const call of [getTrendingPosts, getAllPosts]) onCall(call, () => no(500, 'internal', 'Boom'));
    const { user } = show(<TrendingCard />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([aTrend('here')]);
    await user.click(again);
    await waitFor(() => expect(screen.getAllByText('here')).not.toHaveLength(0));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });
});
