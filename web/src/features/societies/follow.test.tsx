import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { getPostsBySociety } from '#models/contract/posts';
import { getSocietyInfo, type Society } from '#models/contract/societies';
import { followSociety, getFollowedSocieties, unfollowSociety } from '#models/contract/society-follows';
import { ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietyPage from '@/pages/society-page';
import { deferred } from '@/testing/deferred';
import { aFollowedSociety, serveFollowed } from '@/testing/fake-follows';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';

const society = aSociety({ Name: 'Robotics' });
const at = `/societies/${society.ID}`;
const serve = (shown: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, shown));
const open = (path = at) =>
  show(
    <Routes>
      <Route path="/societies/:id" element={<SocietyPage />} />
    </Routes>,
    { at: path },
  );
const button = (name: 'Follow' | 'Stop following') => screen.findByRole<HTMLButtonElement>('button', { name: `${name} Robotics` });
const loaded = async (name: 'Follow' | 'Stop following') => {
  await waitFor(async () => expect((await button(name)).disabled).toBe(false));
  return button(name);
};
const sent = (call: { path: string }) => requests.filter(({ path }) => path === call.path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'posts', 'events', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serve(society);
  serveFollowed();
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [], { next: null }));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [], { next: null, counts: { upcoming: 0, completed: 0 } }));
});

describe('the follow button of a society', () => {
  it('follows before the answer, and unfollows on the next press', async () => {
    const { user } = open();
    await user.click(await loaded('Follow'));
    await user.click(await button('Stop following'));
    expect(await button('Follow')).toBeDefined();
    await waitFor(() =>
      expect([sent(followSociety), sent(unfollowSociety)]).toEqual([[{ society_id: society.ID }], [{ society_id: society.ID }]]),
    );
  });

  it('tries again if it could not be loaded', async () => {
    onCall(getFollowedSocieties, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serveFollowed();
    await user.click(retry);
    expect(await loaded('Follow')).toBeDefined();
    expect(sent(followSociety)).toEqual([]);
  });

  it('rolls back with one toast if the server refuses', async () => {
    const { user } = open();
    const answer = deferred<ReturnType<typeof no>>();
    onCall(followSociety, () => answer.promise);
    await user.click(await loaded('Follow'));
    expect(await button('Stop following')).toBeDefined();
    answer.give(no(500, 'internal', 'Boom'));
    expect(await loaded('Follow')).toBeDefined();
    expect(await screen.findAllByText(/Server error/)).toHaveLength(1);
  });

  it.each<[string, Society]>([
    ['a member', asMember(society)],
    ['a closed society', { ...society, Can: { ...society.Can, seePosts: false } }],
  ])('is not shown for %s', async (_what, shown) => {
    serve(shown);
    serveMuted();
    open();
    await screen.findByRole('heading', { level: 1, name: 'Robotics' });
    expect(screen.queryByRole('button', { name: /Follow Robotics/ })).toBeNull();
  });

  it('shows a change of another tab; an older message is ignored', async () => {
    open();
    await loaded('Follow');
    serveFollowed(aFollowedSociety(society, { Follow_Version: 3 }));
    arrives(ownChanged, { kind: 'followSociety', id: society.ID, on: true, version: 3 });
    expect(await button('Stop following')).toBeDefined();
    arrives(ownChanged, { kind: 'followSociety', id: society.ID, on: false, version: 2 });
    expect(await button('Stop following')).toBeDefined();
  });
});

describe('the link of a mail that ends a follow', () => {
  it('asks first, and then stops following', async () => {
    serveFollowed(aFollowedSociety(society));
    const { user, place } = open(`${at}?unfollow=1`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop following Robotics?' }));
    expect(place()).toBe(at);
    expect(sent(unfollowSociety)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Stop following Robotics' }));
    expect(await screen.findByText(/You no longer follow/)).toBeDefined();
    expect(sent(unfollowSociety)).toEqual([{ society_id: society.ID }]);
  });

  it('sends a visitor to the login and back to the question', async () => {
    useSession.setState({ status: 'out', user: null });
    const { place } = open(`${at}?unfollow=1`);
    expect(await screen.findByText('Log in to choose what you follow.')).toBeDefined();
    expect(place()).toBe(`${at}?unfollow=1`);
  });
});
