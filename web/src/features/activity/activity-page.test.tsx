import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ActivityItem, activityNew, getActivityFeed } from '#models/contract/activity';
import { getAllEvents } from '#models/contract/events';
import { getAllPosts, postRemoved } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getAllSocieties } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import ActivityPage from '@/pages/activity-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { newId } from '@/testing/fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import { ActivityCard } from './activity-card';

let minute = 0;
const anItem = (target: string): ActivityItem => ({
  id: newId(),
  type: 'post',
  user: 'Omar Khalil',
  user_id: newId(),
  action: 'posted in',
  target,
  time: new Date(Date.UTC(2026, 0, 1, 0, ++minute)).toISOString(),
  avatar: '',
  verb: 'post.created',
  link: `/posts/${newId()}`,
  count: 1,
  others: [],
});
/** Makes the fake server answer with these items, newest first, up to the requested limit. */
const serve = (items: readonly ActivityItem[]) =>
  onCall(getActivityFeed, ({ query }) => yes(getActivityFeed, items.toReversed().slice(0, Number(query.get('limit'))), { next: null }));
const section = (n = 0) => within(screen.getAllByRole('region', { name: 'Recent Activity' })[n]!);
const targets = (n = 0) =>
  section(n)
    .queryAllByRole('listitem')
    .map((line) => [...line.querySelectorAll('[dir="auto"]')].at(-1)?.textContent);
const pill = () => screen.queryByRole('button', { name: /new update/ });
const scrollTo = (y: number) => Object.defineProperty(window, 'scrollY', { value: y, configurable: true });

beforeAll(async () => {
  await i18n.loadNamespaces(['cards']);
  await connectSocket();
});
beforeEach(() => {
  scrollTo(0);
  window.scrollTo = vi.fn();
});

describe('the activity page', () => {
  it('shows the twenty newest with links, and receives new ones', async () => {
    const items = Array.from({ length: 25 }, (_, i) => anItem(`s${i}`));
    serve(items);
    show(<ActivityPage />);
    await waitFor(() => expect(targets()).toHaveLength(20));
    expect(requests[0]!.query.get('limit')).toBe('20');
    expect(screen.getByRole('heading', { level: 1, name: 'Recent Activity' })).toBeDefined();
    expect(section().getByRole('link', { name: 's24' }).getAttribute('href')).toBe(items[24]!.link);
    await waitFor(() => expect(joined.at(-1)?.rooms).toEqual([roomOf('feed'), roomOf('mine')]));
    arrives(activityNew, { item: anItem('fresh') });
    await waitFor(() => expect(targets()[0]).toBe('fresh'));
    expect(targets()).toHaveLength(20);
  });

  it('holds new lines back while the page is scrolled', async () => {
    serve([anItem('old')]);
    const { user } = show(<ActivityPage />);
    await waitFor(() => expect(targets()).toEqual(['old']));
    scrollTo(500);
    arrives(activityNew, { item: anItem('fresh') });
    await waitFor(() => expect(pill()?.textContent).toBe('1 new update'));
    expect(targets()).toEqual(['old']);
    await user.click(pill()!);
    expect(targets()).toEqual(['fresh', 'old']);
  });

  it('is updated together with the card', async () => {
    const items = Array.from({ length: 8 }, (_, i) => anItem(`s${i}`));
    serve(items);
    show(
      <>
        <ActivityCard />
        <ActivityPage />
      </>,
    );
    await waitFor(() => expect([targets(0).length, targets(1).length]).toEqual([6, 8]));
    const gone = items.pop()!;
    serve(items);
    arrives(postRemoved, { post_id: gone.link.split('/').at(-1)!, society_id: newId(), version: 2 });
    await isShown();
    await waitFor(() => expect([targets(0)[0], targets(0).length, targets(1)[0], targets(1).length]).toEqual(['s6', 6, 's6', 7]));
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/activity');
  });

  it('shows a text when empty, and an error in place when it does not load', async () => {
    serve([]);
    show(<ActivityPage />);
    expect(await screen.findByText('Nothing new yet')).toBeDefined();
    cleanup();
    for (const call of [getActivityFeed, getAllPosts, getAllEvents, getAllSocieties]) onCall(call, () => no(500, 'internal', 'Boom'));
    const { user } = show(<ActivityPage />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([anItem('here')]);
    await user.click(again);
    await waitFor(() => expect(targets()).toEqual(['here']));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });
});
