import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getComments } from '#models/contract/comments';
import { getAllPosts, type Post } from '#models/contract/posts';
import { remember, remembered } from '@/lib/account-memory';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { onCall, requests, yes } from '@/testing/fake-server';
import { comesIntoView, connectSocket, watchView } from '@/testing/fake-socket';
import { aComment, aPost, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { Feed } from './feed';

const me = aUser();
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const postFrom = (minutes: number, over: Partial<Post> = {}) =>
  aPost({ Content: `from ${minutes}`, CreatedAt: minutesAgo(minutes), ...over });
const serve = (items: Post[], next: string | null = null) => onCall(getAllPosts, () => yes(getAllPosts, items, { next }));
const feed = <Feed me={me.ID} empty="nothing" />;
const line = () => screen.queryByText('New since your last visit');
const jump = () => screen.queryByRole('button', { name: 'Jump to where you left off' });
/** The last visit, which saw everything up to then. */
const visited = (newest: number, hoursAgo: number, user = me.ID) =>
  remember('feed-visit', user, JSON.stringify({ before: '', newest: minutesAgo(newest), at: Date.now() - hoursAgo * 3600_000 }));
const isAfter = (a: Element, b: Element) => Boolean(b.compareDocumentPosition(a) & Node.DOCUMENT_POSITION_FOLLOWING);

beforeAll(async () => {
  await i18n.loadNamespaces(['posts']);
  await connectSocket();
});
beforeEach(() => {
  localStorage.clear();
  useSession.setState({ status: 'in', user: me });
});

describe('what is new in the feed since the last visit', () => {
  const posts = [postFrom(5), postFrom(10), postFrom(20), postFrom(90), postFrom(120)];

  it('is above a line, with its number and a way to the line', async () => {
    visited(60, 1);
    serve(posts);
    Element.prototype.scrollIntoView = vi.fn();
    const { user } = show(feed);
    const [third, fourth] = [await screen.findByText('from 20'), await screen.findByText('from 90')];
    await waitFor(() => expect(line()).not.toBeNull());
    expect([isAfter(line()!, third), isAfter(fourth, line()!)]).toEqual([true, true]);
    expect(screen.getByText('3 new posts since your last visit')).toBeDefined();
    await user.click(jump()!);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New since your last visit'));
  });

  it('has its words in Arabic', async () => {
    visited(60, 1);
    serve(posts);
    await chooseLanguage('ar');
    show(feed);
    expect(await screen.findByText('3 منشورات جديدة منذ آخر زيارة')).toBeDefined();
    await chooseLanguage('en');
  });

  it('has no line on a first visit, nor without anything new, nor for another account', async () => {
    visited(60, 1, newId());
    serve(posts);
    const { unmount } = show(feed);
    await screen.findByText('from 120');
    expect(line()).toBeNull();
    unmount();
    visited(1, 1);
    show(feed);
    await screen.findByText('from 120');
    expect(line()).toBeNull();
  });

  it('keeps its line when the page is loaded again during the visit', async () => {
    visited(60, 1);
    serve(posts);
    show(feed).unmount();
    show(feed);
    await screen.findByText('from 120');
    await waitFor(() => expect(line()).not.toBeNull());
    expect(JSON.parse(remembered('feed-visit', me.ID) ?? '{}').newest).toBe(posts[0]?.CreatedAt);
  });

  it('does not count the viewer’s own posts', async () => {
    visited(60, 1);
    serve([postFrom(5, { User: me.ID }), postFrom(90)]);
    show(feed);
    await screen.findByText('from 90');
    expect([line(), jump()]).toEqual([null, null]);
  });

  it('is loaded as far as the line by the jump, and counted as at least so many before', async () => {
    visited(100, 1);
    onCall(getAllPosts, ({ query }) =>
      query.has('cursor')
        ? yes(getAllPosts, [postFrom(110)], { next: null })
        : yes(getAllPosts, [postFrom(5), postFrom(10), postFrom(20)], { next: 'more' }),
    );
    Element.prototype.scrollIntoView = vi.fn();
    const { user } = show(feed);
    expect(await screen.findByText('3+ new posts since your last visit')).toBeDefined();
    await user.click(jump()!);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New since your last visit'));
  });
});

describe('a post with three comments', () => {
  const post = postFrom(5, { CommentsCount: 3 });
  const comment = (Content: string) => aComment({ Content });

  it('shows the first in the feed, and opens all by one press, which moves the focus to them', async () => {
    serve([post]);
    onCall(getComments, () => yes(getComments, [comment('Count me in'), comment('Me too'), comment('And me')], { next: null }));
    watchView();
    const { user } = show(feed);
    await screen.findByText('from 5');
    comesIntoView();
    expect(await screen.findByText('Count me in')).toBeDefined();
    expect(screen.queryByText('Me too')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'View all 3 comments' }));
    const section = await screen.findByRole('region', { name: 'Comments' });
    await waitFor(() => expect(within(section).getByRole('list')).toBe(document.activeElement));
    expect(screen.queryByRole('button', { name: 'View all 3 comments' })).toBeNull();
  });

  it('asks for no comments of a post with fewer', async () => {
    serve([postFrom(5, { CommentsCount: 2 })]);
    watchView();
    show(feed);
    await screen.findByText('from 5');
    comesIntoView();
    expect(requests.filter(({ path }) => path === getComments.path)).toEqual([]);
  });
});
