import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ActivityItem, activityNew, getActivityFeed } from '#models/contract/activity';
import { commentRemoved } from '#models/contract/comments';
import { eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { getAllEvents } from '#models/contract/events';
import { membershipChanged } from '#models/contract/members';
import { getAllPosts, getPost, postCreated, postRemoved } from '#models/contract/posts';
import { userUpdated } from '#models/contract/profiles';
import { getAllSocieties, societyRemoved, societyVisibility } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { no, onCall, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aSociety, aUser, newId, sharedPostOf } from '@/testing/fixtures';
import { beginRefetch, isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { anEvent, sharedEventOf } from '@/testing/society-fixtures';
import { ActivityCard } from './activity-card';

let minute = 0;
const anItem = (target: string, fields: Partial<ActivityItem> = {}): ActivityItem => ({
  id: newId(),
  type: 'post',
  user: 'Omar Khalil',
  user_id: newId(),
  action: 'posted in',
  target,
  time: new Date(Date.UTC(2026, 0, 1, 0, ++minute)).toISOString(),
  avatar: '',
  verb: 'post.created',
  link: '/societies/0123456789abcdef01234567',
  count: 1,
  others: [],
  ...fields,
});
const serve = (items: ActivityItem[]) =>
  onCall(getActivityFeed, () =>
    yes(
      getActivityFeed,
      items.toSorted((a, b) => b.time.localeCompare(a.time)),
      { next: null },
    ),
  );
/** Links of the lines, without those to the people. */
const targets = () =>
  screen
    .queryAllByRole('listitem')
    .flatMap((line) => within(line).queryAllByRole('link'))
    .filter((link) => !link.getAttribute('href')?.startsWith('/users/'))
    .map((link) => link.textContent);
/** Makes the feed and its fallback lists fail. */
const failAll = () => {
  for (const call of [getActivityFeed, getAllPosts, getAllEvents, getAllSocieties]) onCall(call, () => no(500, 'internal', 'Boom'));
};
async function open(items: ActivityItem[]) {
  serve(items);
  const view = show(<ActivityCard />);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['cards']);
  await connectSocket();
});

describe('the recent activity card', () => {
  it('shows person, action and target, with links', async () => {
    await open([anItem('Robotics', { verb: 'comment.created' }), anItem('Elsewhere', { link: '/nowhere' })]);
    expect(screen.getByText('commented in')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Robotics' }).getAttribute('href')).toMatch(/^\/societies\//);
    expect(screen.queryByRole('link', { name: 'Elsewhere' })).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Omar Khalil' })[0]!.getAttribute('href')).toMatch(/^\/users\//);
  });

  it('shows the server’s text for an unknown verb', async () => {
    await open([anItem('Robotics', { verb: 'poll.opened', action: 'asked in', user: '' })]);
    expect(screen.getByText('asked in')).toBeDefined();
    expect(screen.getByText('Unknown User')).toBeDefined();
  });

  it('shows the six newest; a new one comes first, once, as after a refetch', async () => {
    const items = Array.from({ length: 6 }, (_, i) => anItem(`s${i}`));
    await open(items);
    const item = anItem('fresh');
    arrives(activityNew, { item });
    arrives(activityNew, { item });
    await isShown();
    const after = ['fresh', 's5', 's4', 's3', 's2', 's1'];
    expect(targets()).toEqual(after);
    arrives(activityNew, { item: anItem('late', { time: '2025-01-01T00:00:00.000Z' }) });
    await isShown();
    expect(targets()).toEqual(after);
    serve([...items, item].slice(1));
    await refetchAll();
    expect(targets()).toEqual(after);
  });

  it('groups repeated actions of one person in one place, live as after a refetch', async () => {
    const omar = newId();
    const post = (): ActivityItem => anItem('Debate Club', { user_id: omar, link: `/posts/${newId()}` });
    const [first, second, other, third] = [post(), post(), anItem('Dabke'), post()];
    const lineOf = (...posts: ActivityItem[]): ActivityItem => {
      const [newest, ...rest] = posts.toReversed();
      return { ...newest!, count: posts.length, others: rest.map(({ id, link, time }) => ({ id, link, time })) };
    };
    await open([lineOf(first, second), other]);
    const lines = () => screen.getAllByRole('listitem').map((line) => line.querySelector('a + *, .soft')?.parentElement?.textContent ?? '');
    expect(screen.getByText('posted 2 times in')).toBeDefined();
    expect(targets()).toEqual(['Dabke', 'Debate Club']);
    arrives(activityNew, { item: third });
    arrives(activityNew, { item: third });
    await isShown();
    expect(screen.getByText('posted 3 times in')).toBeDefined();
    expect(targets()).toEqual(['Debate Club', 'Dabke']);
    const live = lines();
    serve([lineOf(first, second, third), other]);
    await refetchAll();
    expect(lines()).toEqual(live);
    serve([lineOf(first, second), other]);
    arrives(postRemoved, { post_id: third.link.slice('/posts/'.length), society_id: newId(), version: 2 });
    expect(await screen.findByText('posted 2 times in')).toBeDefined();
  });

  it('keeps items received while an answer was pending', async () => {
    const old = anItem('old');
    await open([old]);
    const slow = deferred<ReturnType<typeof yes>>();
    onCall(getActivityFeed, () => slow.promise);
    const fetched = beginRefetch();
    arrives(activityNew, { item: anItem('fresh') });
    slow.give(yes(getActivityFeed, [old], { next: null }));
    await isShown(fetched);
    expect(targets()).toEqual(['fresh', 'old']);
  });

  it('shows a text when empty, and an error line when it does not load', async () => {
    await open([]);
    expect(screen.getByText(/Nothing new yet/)).toBeDefined();
    failAll();
    const { user } = show(<ActivityCard />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([anItem('Robotics')]);
    await user.click(again);
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Robotics' })).not.toHaveLength(0));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });
});

describe('the recent activity card when the feed fails', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
  const posts = [9, 7, 5, 11].map((hour) => aPost({ Society_Name: `post ${hour}`, CreatedAt: at(hour) }));
  const events = [8, 2, 12].map((hour) => anEvent({ Title: `event ${hour}`, CreatedAt: at(hour) }));
  const societies = [6, 4, 13].map((hour) => aSociety({ Name: `society ${hour}`, Creator_Name: 'Rand Tarawneh', CreatedAt: at(hour) }));
  const page = { next: null };

  it('shows the newest six of three posts, two events and two societies', async () => {
    failAll();
    onCall(getAllPosts, () => yes(getAllPosts, posts, page));
    onCall(getAllEvents, () => yes(getAllEvents, events, page));
    onCall(getAllSocieties, () => yes(getAllSocieties, societies, page));
    show(<ActivityCard />);
    await waitFor(() => expect(targets()).toEqual(['post 9', 'event 8', 'post 7', 'society 6', 'post 5', 'society 4']));
    const [post, event] = screen.getAllByRole('listitem');
    expect(within(post!).getByText('posted in')).toBeDefined();
    expect(within(post!).getByRole('link', { name: 'post 9' }).getAttribute('href')).toBe(`/posts/${posts[0]!.ID}`);
    expect(within(event!).getByText('planned')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows the lists that were answered, without a profile link for a founder without an id', async () => {
    failAll();
    onCall(getAllSocieties, () => yes(getAllSocieties, societies, page));
    show(<ActivityCard />);
    await waitFor(() => expect(targets()).toEqual(['society 6', 'society 4']));
    expect(screen.getAllByText('Rand Tarawneh')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Rand Tarawneh' })).toBeNull();
  });
});

describe('a line of activity', () => {
  const me = aUser();
  const reply = anItem('Robotics', { type: 'comment', verb: 'comment.created', link: `/posts/${newId()}` });
  const post = anItem('Dabke', { link: `/posts/${newId()}` });
  const event = anItem('Finals', { type: 'event', verb: 'event.created', link: `/events/${newId()}` });
  const idOf = ({ link }: ActivityItem) => link.split('/').at(-1)!;
  const targetsNow = () => screen.queryAllByRole('listitem').map((line) => [...line.querySelectorAll('[dir="auto"]')].at(-1)?.textContent);

  it.each([
    ['post', post, () => arrives(postRemoved, { post_id: idOf(post), society_id: newId(), version: 2 })],
    ['coming event', event, () => arrives(eventRemoved, { event_id: idOf(event), society_id: newId(), version: 2 })],
  ])('about a removed %s disappears at once, does not come back, and the next line takes its place', async (_name, gone, receive) => {
    const next = anItem('Next');
    await open([reply, post, event]);
    serve([reply, post, event, next].filter((item) => item !== gone));
    receive();
    await isShown();
    expect(targetsNow()).not.toContain(gone.target);
    await waitFor(() => expect(targetsNow()).toContain('Next'));
    arrives(activityNew, { item: gone });
    await isShown();
    expect(targetsNow()).not.toContain(gone.target);
  });

  it('about a restored post comes back', async () => {
    const restored = aPost({ ID: idOf(post) });
    const shared = sharedPostOf(restored);
    // The store of posts, if another file has loaded it, asks for the viewer's like of a restored post.
    onCall(getPost, () => yes(getPost, restored));
    await open([reply, post]);
    serve([reply]);
    arrives(postRemoved, { post_id: shared.ID, society_id: shared.Society_ID, version: 2 });
    await waitFor(() => expect(targetsNow()).not.toContain(post.target));
    serve([reply, post]);
    arrives(postCreated, { ...shared, version: 1 });
    await isShown();
    expect(targetsNow()).not.toContain(post.target);
    arrives(postCreated, { ...shared, version: 3 });
    await waitFor(() => expect(targetsNow()).toContain(post.target));
  });

  it.each([
    [
      'a comment is removed',
      () => arrives(commentRemoved, { post_id: idOf(reply), comment_id: newId(), Likes: 0, CommentsCount: 0, rev: 2, version: 2 }),
    ],
    ['the viewer blocks somebody', () => arrives(ownChanged, { kind: 'block', id: reply.user_id, on: true, version: 1 })],
    ['the viewer is blocked', () => arrives(ownChanged, { kind: 'privacy', id: me.ID, on: true, version: 1 })],
    ['a society closes', () => arrives(societyVisibility, { society_id: newId(), visibility: 'private', eventsVisible: false })],
    ['a society is removed', () => arrives(societyRemoved, { society_id: newId() })],
    [
      'the viewer leaves a society',
      () =>
        arrives(membershipChanged, {
          society_id: newId(),
          user_id: me.ID,
          Role: null,
          Member_Count: 1,
          Event_Count: 0,
          Post_Count: 0,
          rev: 2,
        }),
    ],
  ])('disappears when %s', async (_name, receive) => {
    useSession.setState({ status: 'in', user: me });
    await open([reply, post]);
    serve([post]);
    receive();
    await waitFor(() => expect(targetsNow()).toEqual(['Dabke']));
  });

  it('shows new names of its person and event', async () => {
    await open([event]);
    arrives(userUpdated, { user_id: event.user_id, Name: 'New Name', Image: '', version: 2 });
    arrives(eventUpdated, { ...sharedEventOf(anEvent({ ID: idOf(event), Title: 'Moved finals' })) });
    await waitFor(() => expect(screen.getByText('New Name')).toBeDefined());
    expect(targetsNow()).toEqual(['Moved finals']);
  });
});
