import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { getPostsBySociety } from '#models/contract/posts';
import { updatePreferences } from '#models/contract/profiles';
import { getSocietyInfo, type Society } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietyPage from '@/pages/society-page';
import { deferred } from '@/testing/deferred';
import { mutedAsked, serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';

const society = aSociety({ Name: 'Robotics' });
const [other, at] = [newId(), `/societies/${society.ID}`];

const serve = (shown: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, shown));
const open = (path = at) =>
  show(
    <Routes>
      <Route path="/societies/:id" element={<SocietyPage />} />
    </Routes>,
    { at: path },
  );
const button = (name: 'Mute' | 'Unmute') => screen.findByRole<HTMLButtonElement>('button', { name: `${name} Robotics` });
/** Waits until the mute state is loaded. */
const loadedButton = async (name: 'Mute' | 'Unmute') => {
  await waitFor(async () => expect((await button(name)).disabled).toBe(false));
  return button(name);
};

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'posts', 'events', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serve(asMember(society));
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [], { next: null }));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [], { next: null, counts: { upcoming: 0, completed: 0 } }));
});

describe('mute button of a society', () => {
  it('mutes before the answer, and leaves other mutes unchanged', async () => {
    serveMuted(other);
    const { user } = open();
    const answer = deferred<ReturnType<typeof no>>();
    const mute = await loadedButton('Mute');
    onCall(updatePreferences, () => answer.promise);
    await user.click(mute);
    expect(await button('Unmute')).toBeDefined();
    serveMuted(other, society.ID);
    answer.give(no(500, 'internal', 'Boom'));
    expect(await loadedButton('Mute')).toBeDefined();
    expect(mutedAsked()).toEqual([{ mute: society.ID }]);
    expect(await screen.findAllByText(/Server error/)).toHaveLength(1);
  });

  it('unmutes on the next press; the last press wins', async () => {
    serveMuted(other, society.ID);
    const { user } = open();
    await user.click(await loadedButton('Unmute'));
    await user.click(await button('Mute'));
    await user.click(await button('Unmute'));
    await waitFor(() => expect(mutedAsked()).toEqual([{ unmute: society.ID }, { mute: society.ID }, { unmute: society.ID }]));
    expect(await loadedButton('Mute')).toBeDefined();
  });

  it('is shown to members only', async () => {
    serve(society);
    open();
    expect(await screen.findByRole('button', { name: 'Join Society' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Mute/ })).toBeNull();
    expect(requests.map(({ path }) => path)).not.toContain('/users/get_user_profile_info');
  });

  it('follows another tab like a refetch; repeated and stale messages are ignored', async () => {
    serveMuted();
    open();
    await loadedButton('Mute');
    const sendMute = (on: boolean, version: number) => arrives(ownChanged, { kind: 'mute', id: society.ID, on, version });
    sendMute(true, 3);
    sendMute(true, 3);
    expect(await button('Unmute')).toBeDefined();
    sendMute(false, 2);
    arrives(ownChanged, { kind: 'mute', id: other, on: false, version: 4 });
    expect(await button('Unmute')).toBeDefined();
    await refetchAll();
    expect(await button('Unmute')).toBeDefined();
    sendMute(false, 5);
    expect(await button('Mute')).toBeDefined();
  });
});

describe('mute link of a mail', () => {
  const asked = async () => within(await screen.findByRole('dialog', { name: 'Mute Robotics?' }));

  it('asks for confirmation before it mutes', async () => {
    serveMuted(other);
    const { user, place } = open(`${at}?mute=1`);
    const dialog = await asked();
    expect(place()).toBe(at);
    expect(mutedAsked()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Mute Robotics' }));
    expect(await screen.findByText(/is muted\./)).toBeDefined();
    expect(mutedAsked()).toEqual([{ mute: society.ID }]);
  });

  it('mutes nothing on Cancel', async () => {
    serveMuted();
    const { user } = open(`${at}?mute=1`);
    await user.click((await asked()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mutedAsked()).toEqual([]);
  });

  it('sends a visitor to the login and back to the confirmation', async () => {
    useSession.setState({ status: 'out', user: null });
    serve(society);
    const { place } = open(`${at}?mute=1`);
    expect(await screen.findByText('Log in to choose your notifications.')).toBeDefined();
    expect(place()).toBe(`${at}?mute=1`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a notice to viewers who are not members', async () => {
    serve(society);
    open(`${at}?mute=1`);
    expect(await screen.findByText('Only members of a society can mute it.')).toBeDefined();
  });
});
