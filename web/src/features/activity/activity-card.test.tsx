import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ActivityItem, activityNew, getActivityFeed } from '#models/contract/analytics';
import { i18n } from '@/lib/i18n';
import { later } from '@/testing/later';
import { arrives, connectSocket } from '@/testing/live';
import { beginRefetch, isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { no, onCall, yes } from '@/testing/server';
import { newId } from '@/testing/things';
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
const targets = () => screen.queryAllByRole('link').map((link) => link.textContent);
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
  it('says who did what where, and leads there', async () => {
    await open([anItem('Robotics', { verb: 'comment.created' }), anItem('Elsewhere', { link: '/nowhere' })]);
    expect(screen.getByText('commented in')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Robotics' }).getAttribute('href')).toMatch(/^\/societies\//);
    expect(screen.queryByRole('link', { name: 'Elsewhere' })).toBeNull();
  });

  it('takes the server’s words for a verb that is new to it', async () => {
    await open([anItem('Robotics', { verb: 'poll.opened', action: 'asked in', user: '' })]);
    expect(screen.getByText('asked in')).toBeDefined();
    expect(screen.getByText('Unknown User')).toBeDefined();
  });

  it('shows the last six; a new one comes first, once, as after a refetch', async () => {
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

  it('keeps what came while an answer was on its way', async () => {
    const old = anItem('old');
    await open([old]);
    const slow = later<ReturnType<typeof yes>>();
    onCall(getActivityFeed, () => slow.promise);
    const fetched = beginRefetch();
    arrives(activityNew, { item: anItem('fresh') });
    slow.give(yes(getActivityFeed, [old], { next: null }));
    await isShown(fetched);
    expect(targets()).toEqual(['fresh', 'old']);
  });

  it('says when there is nothing, and in one line when it did not load', async () => {
    await open([]);
    expect(screen.getByText(/Quiet so far/)).toBeDefined();
    onCall(getActivityFeed, () => no(500, 'internal', 'Boom'));
    const { user } = show(<ActivityCard />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([anItem('Robotics')]);
    await user.click(again);
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Robotics' })).not.toHaveLength(0));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });
});
