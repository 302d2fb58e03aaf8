import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBlocked, unblockUser } from '#models/contract/blocks';
import { notificationTypes } from '#models/contract/notifications';
import { personalTypes } from '#models/contract/personal-types';
import { updateProfile } from '#models/contract/profile-changes';
import { getUserProfileInfo, type UserProfile, updatePreferences } from '#models/contract/profiles';
import { getFollowedSocieties, setMailCadence } from '#models/contract/society-follows';
import { ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import { useOwnProfile } from '@/sync/own-profile';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { aFollowedSociety, serveFollowed } from '@/testing/fake-follows';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { anOwnProfile } from '@/testing/own-profile-fixtures';
import { show } from '@/testing/render';
import { ChannelTable } from './channel-table';
import { FollowedSocieties } from './followed-societies';
import { MutedSocieties } from './muted-societies';
import { NotificationsTab } from './notifications-tab';
import { PrivacyTab } from './privacy-tab';
import { QuietHours } from './quiet-hours';

const me = aUser();
const society = aSociety({ Name: 'Robotics' });
/** The profile stored by the fake server. */
let stored: UserProfile;
const sent = (call: { path: string }) => requests.filter(({ path }) => path === call.path).map(({ body }) => body);
const newer = (fields: Partial<UserProfile>) => {
  stored = { ...stored, ...fields, version: stored.version + 1 };
  return stored;
};

beforeAll(async () => {
  await i18n.loadNamespaces(['account', 'notification-kinds']);
  await connectSocket();
});
beforeEach(() => {
  clearUserState();
  stored = anOwnProfile({ ID: me.ID });
  useSession.setState({ status: 'in', user: me });
  onCall(getUserProfileInfo, () => yes(getUserProfileInfo, stored));
  onCall(updateProfile, ({ body }) => {
    const notifications = { ...stored.notifications, ...body.notifications };
    return yes(updateProfile, newer({ notifications, privacy: { ...stored.privacy, ...body.privacy } }));
  });
  onCall(updatePreferences, ({ body: { types, mute, unmute, ...rest } }) => {
    const [[type, channels] = ['', {}]] = Object.entries<object>(types ?? {});
    const allTypes = { ...stored.preferences.types, ...(type ? { [type]: { app: true, mail: true, push: true, ...channels } } : {}) };
    const muted_societies = stored.preferences.muted_societies.filter((id) => id !== unmute).concat(mute ?? []);
    const { preferences, version } = newer({ preferences: { ...stored.preferences, ...rest, types: allTypes, muted_societies } });
    return yes(updatePreferences, { preferences, version });
  });
  onCall(getBlocked, () => yes(getBlocked, [], { next: null }));
});

type Part = (profile: UserProfile) => React.ReactNode;
function Shown({ part }: { part: Part }) {
  const { profile } = useOwnProfile();
  return profile ? part(profile) : null;
}
const open = async (part: Part, heading: string) => {
  const opened = show(<Shown part={part} />);
  await screen.findByRole('heading', { name: heading });
  return opened;
};
const notifications: Part = (profile) => <NotificationsTab profile={profile} societies={[]} push={null} />;
const channels: Part = (profile) => <ChannelTable chosen={profile.preferences.types} />;
const quiet: Part = (profile) => <QuietHours chosen={profile.preferences.quiet_hours} />;
const muted: Part = () => <MutedSocieties societies={[society]} />;
const followed: Part = () => <FollowedSocieties />;
const openFollowed = async () => {
  const opened = await open(followed, 'Followed societies');
  await screen.findByText(/^Choose how often we email you|^You do not follow any society/);
  return opened;
};
const privacy: Part = (profile) => <PrivacyTab profile={profile} />;
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('mail about followed societies', () => {
  it('has a cadence for all and for each, saved at once', async () => {
    serveFollowed(aFollowedSociety(society));
    const { user } = await openFollowed();
    expect(box('Email about all of them').value).toBe('daily');
    await user.selectOptions(box('Email about all of them'), 'Weekly');
    await user.selectOptions(box('Email about Robotics'), 'Each post and event');
    await waitFor(() => expect(sent(setMailCadence)).toEqual([{ cadence: 'weekly' }, { society_id: society.ID, cadence: 'each' }]));
    await waitFor(() => expect(box('Email about all of them').value).toBe('weekly'));
    await user.selectOptions(box('Email about Robotics'), 'Same as all');
    await waitFor(() => expect(sent(setMailCadence)).toContainEqual({ society_id: society.ID, cadence: null }));
    expect(box('Email about Robotics').value).toBe('');
  });
  it('says how to follow where nothing is followed', async () => {
    await openFollowed();
    expect(screen.getByText(/You do not follow any society yet/)).toBeDefined();
  });
  it('shows a failure in its card, and tries again', async () => {
    onCall(getFollowedSocieties, () => no(500, 'internal', 'Boom'));
    const { user } = await open(followed, 'Followed societies');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serveFollowed(aFollowedSociety(society));
    await user.click(retry);
    expect(await screen.findByLabelText('Email about Robotics')).toBeDefined();
  });
  describeFailures('a cadence', {
    call: setMailCadence,
    open: () => {
      serveFollowed(aFollowedSociety(society));
      return openFollowed();
    },
    act: (user) => user.selectOptions(box('Email about Robotics'), 'Never'),
    afterwards: () => expect(box('Email about Robotics').value).toBe(''),
  });
});

describe('a notification setting', () => {
  it('is switched off alone, shown at once, and saved', async () => {
    const { user } = await open(notifications, 'Your notifications');
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(updateProfile, () => answer.promise);
    await user.click(box('Society updates'));
    expect(box('Society updates').checked).toBe(false);
    expect(sent(updateProfile)).toEqual([{ notifications: { societyUpdates: false } }]);
    answer.give(yes(updateProfile, newer({ notifications: { ...stored.notifications, societyUpdates: false } })));
    await waitFor(() => expect(box('Society updates').checked).toBe(false));
    expect(box('Event reminders').checked).toBe(true);
  });
  it('ends in the state of the last of several taps', async () => {
    const { user } = await open(notifications, 'Your notifications');
    await user.click(box('Email'));
    await user.click(box('Email'));
    await waitFor(() => expect(sent(updateProfile)).toHaveLength(2));
    await waitFor(() => expect(box('Email').checked).toBe(true));
    expect(stored.notifications.emailNotifications).toBe(true);
  });
  describeFailures('a notification switch', {
    call: updateProfile,
    open: () => open(notifications, 'Your notifications'),
    act: (user) => user.click(box('Push')),
    afterwards: () => expect(box('Push').checked).toBe(true),
    text: 'Failed to update profile',
  });
});

describe('the channel table', () => {
  it('lists every type once, with personal types locked in the app', async () => {
    await open(channels, 'Notifications by type');
    expect(screen.getAllByRole('rowheader').filter((head) => head.getAttribute('scope') === 'row')).toHaveLength(notificationTypes.length);
    const closed = screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ disabled }) => disabled);
    expect(closed).toHaveLength(personalTypes.length);
    expect(closed.every(({ checked }) => checked)).toBe(true);
    expect(screen.getByLabelText('Invitations: App. This always appears in the app.')).toBeDefined();
  });
  it('saves one channel of one type, and rolls it back when refused', async () => {
    const { user } = await open(channels, 'Notifications by type');
    await user.click(box('Likes on your posts: Email'));
    await waitFor(() => expect(sent(updatePreferences)).toEqual([{ types: { post_liked: { mail: false } } }]));
    expect(box('Likes on your posts: Email').checked).toBe(false);
    expect(box('Likes on your posts: Push').checked).toBe(true);
    onCall(updatePreferences, () => no(500, 'internal', 'Boom'));
    await user.click(box('Likes on your posts: Email'));
    expect(await screen.findByText('Server error. Please try again later.')).toBeDefined();
    expect(box('Likes on your posts: Email').checked).toBe(false);
  });
});

describe('quiet hours', () => {
  it('have defaults until others are chosen, or none', async () => {
    const { user } = await open(quiet, 'Quiet hours');
    expect([box('From').value, box('To').value]).toEqual(['22:00', '07:00']);
    await user.click(box('Use quiet hours'));
    await waitFor(() => expect(sent(updatePreferences)).toEqual([{ quiet_hours: { start: '00:00', end: '00:00' } }]));
    expect(screen.queryByLabelText('From')).toBeNull();
    await user.click(box('Use quiet hours'));
    await waitFor(() => expect(stored.preferences.quiet_hours).toBeNull());
    await user.clear(box('From'));
    await user.type(box('From'), '23:30');
    await user.click(screen.getByRole('button', { name: 'Save hours' }));
    expect(await screen.findByText('Quiet hours saved.')).toBeDefined();
    expect(stored.preferences.quiet_hours).toEqual({ start: '23:30', end: '07:00' });
  });
  describeFailures('saving quiet hours', {
    call: updatePreferences,
    open: () => open(quiet, 'Quiet hours'),
    act: async (user) => {
      await user.clear(box('From'));
      await user.type(box('From'), '23:30');
      await user.click(screen.getByRole('button', { name: 'Save hours' }));
    },
    afterwards: () => expect([box('From').value, box('To').value]).toEqual(['23:30', '07:00']),
  });
});

describe('muted societies', () => {
  it('change with the switch, and with a live message', async () => {
    const { user } = await open(muted, 'Muted societies');
    await waitFor(() => expect(box('Mute Robotics').disabled).toBe(false));
    await user.click(box('Mute Robotics'));
    expect(box('Mute Robotics').checked).toBe(true);
    await waitFor(() => expect(sent(updatePreferences)).toEqual([{ mute: society.ID }]));
    newer({ preferences: { ...stored.preferences, muted_societies: [] } });
    arrives(ownChanged, { kind: 'mute', id: society.ID, on: false, version: stored.version });
    await waitFor(() => expect(box('Mute Robotics').checked).toBe(false));
  });
});

describe('privacy', () => {
  it('saves visibility and shown fields of the profile', async () => {
    const { user } = await open(privacy, 'Who sees you');
    await user.click(screen.getByRole('radio', { name: 'Friends' }));
    await user.click(box('Show my email address'));
    await waitFor(() =>
      expect(sent(updateProfile)).toEqual([{ privacy: { profileVisibility: 'friends' } }, { privacy: { showEmail: true } }]),
    );
    await waitFor(() => expect(box('Show my email address').checked).toBe(true));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Friends' }).checked).toBe(true);
  });
  it('rolls the visibility back when refused', async () => {
    onCall(updateProfile, () => no(403, 'email_unverified', 'Please verify your email address first.'));
    const { user } = await open(privacy, 'Who sees you');
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    expect(await screen.findByText('Failed to update profile')).toBeDefined();
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Public' }).checked).toBe(true));
  });
  it('links to the own profile as others see it', async () => {
    await open(privacy, 'Who sees you');
    const links = ['As a visitor', 'As a follower'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(links).toEqual([`/users/${me.ID}?as=visitor`, `/users/${me.ID}?as=follower`]);
  });
  it('unblocks a person, and keeps them in the list when that fails', async () => {
    let blocked = [{ ID: newId(), Name: 'Omar Khalil', Image: '', Block_Version: 1 }];
    onCall(getBlocked, () => yes(getBlocked, blocked, { next: null }));
    onCall(unblockUser, () => no(500, 'internal', 'Boom'));
    const { user } = await open(privacy, 'Who sees you');
    const unblock = await screen.findByRole('button', { name: 'Unblock Omar Khalil' });
    await user.click(unblock);
    expect(await screen.findByText('Server error. Please try again later.')).toBeDefined();
    onCall(unblockUser, () => {
      blocked = [];
      return yes(unblockUser, { blocked: false, version: 2 });
    });
    await user.click(await screen.findByRole('button', { name: 'Unblock Omar Khalil' }));
    expect(await screen.findByText('You have not blocked anyone.')).toBeDefined();
    expect(within(document.body).queryByRole('button', { name: 'Unblock Omar Khalil' })).toBeNull();
  });
});
