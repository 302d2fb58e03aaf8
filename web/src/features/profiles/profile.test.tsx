import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { blockUser } from '#models/contract/blocks';
import { getEventsAttendedByUser } from '#models/contract/events';
import { getFollowers } from '#models/contract/follow-lists';
import { followUser, profileCounts, unfollowUser } from '#models/contract/people';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { getPublicProfile, type PublicProfile } from '#models/contract/profiles';
import { reportThing } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import { getSocietiesByUserPublic } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import ProfilePage from '@/pages/profile-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aPost, aSociety, aUser } from '@/testing/fixtures';
import { aProfile } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { anEvent, timesOf } from '@/testing/society-fixtures';

const me = aUser();
const rand = aProfile({ Name: 'Rand Tarawneh', Bio: 'Builds kites.', Followers: 4, Following: 2, Society_Count: 3, rev: 5, version: 2 });
const end = { next: null };

const serve = (profile: PublicProfile) => onCall(getPublicProfile, () => yes(getPublicProfile, profile));
const button = (name: string) => screen.queryByRole('button', { name });
const section = (name: string) => within(screen.getByRole('region', { name }));
const requestsFor = (path: string) => requests.filter((request) => request.path === path);

async function open(profile = rand, search = '') {
  const page = (
    <Routes>
      <Route path="/users/:id" element={<ProfilePage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>
  );
  const view = show(page, { at: `/users/${profile.ID}${search}` });
  await screen.findByRole('heading', { level: 1 });
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['profiles', 'posts', 'events', 'societies']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  serve(rand);
  onCall(getSocietiesByUserPublic, () => yes(getSocietiesByUserPublic, [], end));
  onCall(getEventsAttendedByUser, () => yes(getEventsAttendedByUser, [], end));
  onCall(getPostsByUser, () => yes(getPostsByUser, [], end));
});

describe('profile page', () => {
  it('shows name, bio, figures, societies, events and posts', async () => {
    const [society, event] = [aSociety({ Name: 'Kite Club' }), anEvent({ Title: 'Kite Day', Date: '' })];
    const post = aPost({ Content: 'Up it goes', Likes: 2, CommentsCount: 1 });
    onCall(getSocietiesByUserPublic, () => yes(getSocietiesByUserPublic, [society], end));
    onCall(getEventsAttendedByUser, () => yes(getEventsAttendedByUser, [event], end));
    onCall(getPostsByUser, () => yes(getPostsByUser, [post], end));
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rand Tarawneh');
    expect(screen.getByText('Builds kites.')).toBeDefined();
    expect(screen.getByText('January 2026')).toBeDefined();
    const link = async (region: string, name: RegExp) => (await section(region).findByRole('link', { name })).getAttribute('href');
    expect(await link('Societies', /Kite Club/)).toBe(`/societies/${society.ID}`);
    expect(await link('Attended Events', /Kite Day.*TBD/)).toBe(`/events/${event.ID}`);
    expect(await link('Recent Posts', /Up it goes.*2 likes.*1 comment$/)).toBe(`/posts/${post.ID}`);
    const limits = [getSocietiesByUserPublic, getEventsAttendedByUser, getPostsByUser].map(({ path }) =>
      requestsFor(path)[0]?.query.get('limit'),
    );
    expect(limits).toEqual(['6', '6', '5']);
  });

  describe('events that a person will attend', () => {
    const [next, now] = [anEvent({ Title: 'Kite Night' }), anEvent({ Title: 'Kite Fair' })];
    const past = anEvent({ Title: 'Kite Day', ...timesOf('ended') });
    const minutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString();
    const plans = () => screen.queryByRole('region', { name: 'Going' });
    beforeEach(() => {
      const ending = { ...now, Starts_At: minutes(-60), Ends_At: minutes(2), Phase: 'now' as const };
      onCall(getEventsAttendedByUser, ({ query }) =>
        yes(getEventsAttendedByUser, query.get('phase') === 'coming' ? [ending, next] : [past], end),
      );
    });

    it('are listed apart from attended ones', async () => {
      await open();
      await waitFor(() => expect(plans()?.textContent).toMatch(/Kite Fair.*Now · .*Kite Night/));
      expect(
        section('Attended Events')
          .getAllByRole('link')
          .map(({ textContent }) => textContent?.includes('Kite Day')),
      ).toEqual([true]);
    });

    it('leave the list when they end, and attended events are refetched', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      await open();
      await waitFor(() => expect(plans()?.textContent).toContain('Kite Fair'));
      const before = requestsFor(getEventsAttendedByUser.path).length;
      await act(() => vi.advanceTimersByTimeAsync(180_000));
      expect(plans()?.textContent).not.toContain('Kite Fair');
      expect(plans()?.textContent).toContain('Kite Night');
      expect(
        requestsFor(getEventsAttendedByUser.path)
          .slice(before)
          .map(({ query }) => query.get('phase')),
      ).toEqual([null]);
      vi.useRealTimers();
    });

    it('are not requested by visitors, nor in the preview of the own profile', async () => {
      useSession.setState({ status: 'out', user: null });
      await open();
      await section('Attended Events').findByRole('link');
      expect(plans()).toBeNull();
      expect(requestsFor(getEventsAttendedByUser.path).map(({ query }) => query.get('phase'))).toEqual([null]);
    });
  });

  it('shows an empty state for each empty list', async () => {
    await open();
    for (const text of ['No societies to show', 'No attended events', 'No posts yet']) expect(await screen.findByText(text)).toBeDefined();
  });

  it('shows the other lists if one fails, and can retry it', async () => {
    onCall(getPostsByUser, () => no(500, 'internal', 'Boom'));
    const { user } = await open();
    expect(await screen.findByText('No attended events')).toBeDefined();
    onCall(getPostsByUser, () => yes(getPostsByUser, [], end));
    await user.click(await section('Recent Posts').findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No posts yet')).toBeDefined();
  });

  it('shows only the name if it is private, and requests no lists', async () => {
    const closed = aProfile({ ...rand, Bio: null, Followers: null, Following: null, Can: { see: false, follow: true, block: true } });
    serve(closed);
    await open(closed);
    expect(await screen.findByText('This profile is private')).toBeDefined();
    expect(requests.map(({ path }) => path)).toEqual([getPublicProfile.path]);
  });

  it('is not found for an unknown person or behind a block', async () => {
    onCall(getPublicProfile, () => no(404, 'not_found', 'Not found.'));
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Profile not found');
  });

  it('joins no room of a person who is not there', async () => {
    joined.length = 0;
    onCall(getPublicProfile, () => no(404, 'not_found', 'Not found.'));
    await open();
    expect(joined.flatMap(({ rooms }) => rooms)).not.toContain(roomOf('profile', rand.ID));
  });

  it('shows a failure in place, and can retry', async () => {
    onCall(getPublicProfile, () => no(500, 'internal', 'Boom'));
    const { user } = await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The profile did not load');
    serve(rand);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Builds kites.')).toBeDefined();
  });

  it('updates its counts live', async () => {
    joined.length = 0;
    await open();
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('profile', rand.ID)));
    arrives(profileCounts, { user_id: rand.ID, Followers: 5, Following: 2, rev: 6 });
    expect(await screen.findByRole('button', { name: '5 Followers' })).toBeDefined();
  });

  it('uses Arabic plurals in Arabic', async () => {
    onCall(getPostsByUser, () => yes(getPostsByUser, [aPost({ Likes: 2, CommentsCount: 3 })], end));
    await chooseLanguage('ar');
    await open();
    expect(await screen.findByText('إعجابان')).toBeDefined();
    expect(screen.getByText('3 تعليقات')).toBeDefined();
  });
});

describe('following a person', () => {
  const answer = { Is_Following: true, Followers: 5, Following: 2, rev: 6, version: 1 };

  it('is shown before the answer, updates the count, and can be undone', async () => {
    onCall(followUser, () => yes(followUser, answer));
    onCall(unfollowUser, () => yes(unfollowUser, { ...answer, Is_Following: false, Followers: 4, rev: 7, version: 2 }));
    const { user } = await open();
    await user.click(button('Follow')!);
    expect(await screen.findByRole('button', { name: '5 Followers' })).toBeDefined();
    await user.click(button('Following')!);
    expect(await screen.findByRole('button', { name: 'Follow' })).toBeDefined();
    expect(await screen.findByRole('button', { name: '4 Followers' })).toBeDefined();
  });

  describeFailures('following', {
    call: followUser,
    open,
    act: (user) => user.click(button('Follow')!),
    afterwards: () => expect(button('Follow')).not.toBeNull(),
  });

  it('sends a visitor to the login and back', async () => {
    useSession.setState({ status: 'out', user: null });
    await open(aProfile({ ...rand, Can: { see: true, follow: false, block: false } }));
    expect(screen.getByRole('link', { name: 'Follow' }).getAttribute('href')).toBe('/login');
    expect(button('4 Followers')).toBeNull();
    expect(button('More about Rand Tarawneh')).toBeNull();
  });

  it('followers are listed page by page, each with a link to their profile', async () => {
    const lina = aProfile({ Name: 'Lina' });
    onCall(getFollowers, () => yes(getFollowers, [{ ID: lina.ID, Name: 'Lina', Image: '', Is_Following: true, Follow_Version: 1 }], end));
    const { user, place } = await open();
    await user.click(button('4 Followers')!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Followers' }));
    expect(await dialog.findByText('You follow them')).toBeDefined();
    serve(lina);
    await user.click(dialog.getByRole('link', { name: 'Lina' }));
    expect(place()).toBe(`/users/${lina.ID}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('own profile', () => {
  const mine = aProfile({ ID: me.ID, Name: me.Name, Can: { see: true, follow: false, block: false } });

  it('links to the editing page, and cannot be followed', async () => {
    serve(mine);
    await open(mine);
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/account');
    expect(button('Follow')).toBeNull();
  });

  it('previewed as a visitor is requested as a visitor, with its lists', async () => {
    saveToken('good', true);
    serve(mine);
    await open(mine, '?as=visitor');
    expect(await screen.findByText('Your profile as a visitor sees it')).toBeDefined();
    await waitFor(() => expect(requestsFor(getPostsByUser.path)[0]?.authorization).toBeNull());
    expect(requestsFor(getPublicProfile.path).some(({ query }) => query.get('as') === 'visitor')).toBe(true);
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it("cannot be previewed for another person's profile", async () => {
    await open(rand, '?as=visitor');
    expect(screen.queryByText('Your profile as a visitor sees it')).toBeNull();
  });
});

describe('profile menu and share button', () => {
  const menu = async (user: ReturnType<typeof show>['user'], item: string) => {
    await user.click(button('More about Rand Tarawneh')!);
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  it('copies the URL if the browser has no share dialog', async () => {
    const { user } = await open();
    await user.click(button('Share')!);
    expect(await screen.findByText('Link copied to clipboard')).toBeDefined();
    expect(await navigator.clipboard.readText()).toContain(`/users/${rand.ID}`);
  });

  it('blocks after a confirmation, shows how to undo it, and leaves the page', async () => {
    onCall(blockUser, () => yes(blockUser, { blocked: true, version: 1 }));
    const { user, place } = await open();
    await menu(user, 'Block');
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    expect(await screen.findByText('Rand Tarawneh is blocked.')).toBeDefined();
    await waitFor(() => expect(place()).toBe('/'));
  });

  describeFailures('blocking', {
    call: blockUser,
    open,
    act: async (user) => {
      await menu(user, 'Block');
      await user.click(await screen.findByRole('button', { name: 'Block' }));
    },
    afterwards: () => expect(screen.getByText('Builds kites.')).toBeDefined(),
  });

  it('sends a report to the platform admins', async () => {
    onCall(reportThing, () => yes(reportThing, { ID: rand.ID }));
    const { user } = await open();
    await menu(user, 'Report');
    await user.type(await screen.findByRole('textbox'), 'Not a person');
    await user.click(screen.getByRole('button', { name: 'Report this person' }));
    expect(await screen.findByText('Report sent. Thank you.')).toBeDefined();
    expect(requestsFor(reportThing.path)[0]?.body).toEqual({ kind: 'user', id: rand.ID, message: 'Not a person' });
  });
});
