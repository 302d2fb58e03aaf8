import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notificationTypes, personalTypes } from '#models/contract/notifications';
import { getBlocked, unblockUser } from '#models/contract/people';
import { getUserProfileInfo, type UserProfile, updatePreferences, updateProfile } from '#models/contract/profiles';
import { ownChanged } from '#models/contract/users';
import { clearEntities } from '@/lib/entities';
import { i18n } from '@/lib/i18n';
import { useOwnProfile } from '@/lib/own-profile';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { anOwnProfile } from '@/testing/own-profile-fixtures';
import { show } from '@/testing/render';
import { ChannelTable } from './channel-table';
import { MutedSocieties } from './muted-societies';
import { NotificationsTab } from './notifications-tab';
import { PrivacyTab } from './privacy-tab';
import { QuietHours } from './quiet-hours';

const me = aUser();
const society = aSociety({ Name: 'Robotics' });
/** What the gateway keeps. */
let kept: UserProfile;
const sent = (call: { path: string }) => requests.filter(({ path }) => path === call.path).map(({ body }) => body);
const newer = (fields: Partial<UserProfile>) => {
  kept = { ...kept, ...fields, version: kept.version + 1 };
  return kept;
};

beforeAll(async () => {
  await i18n.loadNamespaces(['account', 'notifications']);
  await connectSocket();
});
beforeEach(() => {
  clearEntities();
  kept = anOwnProfile({ ID: me.ID });
  useSession.setState({ status: 'in', user: me });
  onCall(getUserProfileInfo, () => yes(getUserProfileInfo, kept));
  onCall(updateProfile, ({ body }) => {
    const notifications = { ...kept.notifications, ...body.notifications };
    return yes(updateProfile, newer({ notifications, privacy: { ...kept.privacy, ...body.privacy } }));
  });
  onCall(updatePreferences, ({ body: { types, mute, unmute, ...rest } }) => {
    const [[type, channels] = ['', {}]] = Object.entries<object>(types ?? {});
    const told = { ...kept.preferences.types, ...(type ? { [type]: { app: true, mail: true, push: true, ...channels } } : {}) };
    const muted_societies = kept.preferences.muted_societies.filter((id) => id !== unmute).concat(mute ?? []);
    const { preferences, version } = newer({ preferences: { ...kept.preferences, ...rest, types: told, muted_societies } });
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
const privacy: Part = (profile) => <PrivacyTab profile={profile} />;
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('what is told', () => {
  it('is switched off by itself, at once, and saved', async () => {
    const { user } = await open(notifications, 'What reaches you');
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(updateProfile, () => answer.promise);
    await user.click(box('Society updates'));
    expect(box('Society updates').checked).toBe(false);
    expect(sent(updateProfile)).toEqual([{ notifications: { societyUpdates: false } }]);
    answer.give(yes(updateProfile, newer({ notifications: { ...kept.notifications, societyUpdates: false } })));
    await waitFor(() => expect(box('Society updates').checked).toBe(false));
    expect(box('Event reminders').checked).toBe(true);
  });
  it('ends as the last of several taps says', async () => {
    const { user } = await open(notifications, 'What reaches you');
    await user.click(box('Mail'));
    await user.click(box('Mail'));
    await waitFor(() => expect(sent(updateProfile)).toHaveLength(2));
    await waitFor(() => expect(box('Mail').checked).toBe(true));
    expect(kept.notifications.emailNotifications).toBe(true);
  });
  describeFailures('a switch', {
    call: updateProfile,
    open: () => open(notifications, 'What reaches you'),
    act: (user) => user.click(box('Push')),
    afterwards: () => expect(box('Push').checked).toBe(true),
    text: 'Failed to update profile',
  });
});

describe('type by type', () => {
  it('names every type once, and closes what is never off in the app', async () => {
    await open(channels, 'Type by type');
    expect(screen.getAllByRole('rowheader').filter((head) => head.getAttribute('scope') === 'row')).toHaveLength(notificationTypes.length);
    const closed = screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ disabled }) => disabled);
    expect(closed).toHaveLength(personalTypes.length);
    expect(closed.every(({ checked }) => checked)).toBe(true);
    expect(screen.getByLabelText('Invitations: App. This always shows in the app.')).toBeDefined();
  });
  it('saves one channel of one type, and takes it back where it is refused', async () => {
    const { user } = await open(channels, 'Type by type');
    await user.click(box('Likes of your posts: Mail'));
    await waitFor(() => expect(sent(updatePreferences)).toEqual([{ types: { post_liked: { mail: false } } }]));
    expect(box('Likes of your posts: Mail').checked).toBe(false);
    expect(box('Likes of your posts: Push').checked).toBe(true);
    onCall(updatePreferences, () => no(500, 'internal', 'Boom'));
    await user.click(box('Likes of your posts: Mail'));
    expect(await screen.findByText('Server error. Please try again later.')).toBeDefined();
    expect(box('Likes of your posts: Mail').checked).toBe(false);
  });
});

describe('quiet hours', () => {
  it('are those of the night until others are chosen, or none', async () => {
    const { user } = await open(quiet, 'Quiet hours');
    expect([box('From').value, box('To').value]).toEqual(['22:00', '07:00']);
    await user.click(box('Keep quiet hours'));
    await waitFor(() => expect(sent(updatePreferences)).toEqual([{ quiet_hours: { start: '00:00', end: '00:00' } }]));
    expect(screen.queryByLabelText('From')).toBeNull();
    await user.click(box('Keep quiet hours'));
    await waitFor(() => expect(kept.preferences.quiet_hours).toBeNull());
    await user.clear(box('From'));
    await user.type(box('From'), '23:30');
    await user.click(screen.getByRole('button', { name: 'Save hours' }));
    expect(await screen.findByText('Quiet hours saved.')).toBeDefined();
    expect(kept.preferences.quiet_hours).toEqual({ start: '23:30', end: '07:00' });
  });
  describeFailures('saving them', {
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
  it('follow the switch, and another screen', async () => {
    const { user } = await open(muted, 'Muted societies');
    await waitFor(() => expect(box('Mute Robotics').disabled).toBe(false));
    await user.click(box('Mute Robotics'));
    expect(box('Mute Robotics').checked).toBe(true);
    await waitFor(() => expect(sent(updatePreferences)).toEqual([{ mute: society.ID }]));
    newer({ preferences: { ...kept.preferences, muted_societies: [] } });
    arrives(ownChanged, { kind: 'mute', id: society.ID, on: false, version: kept.version });
    await waitFor(() => expect(box('Mute Robotics').checked).toBe(false));
  });
});

describe('privacy', () => {
  it('saves who sees the profile, and what of it', async () => {
    const { user } = await open(privacy, 'Who sees you');
    await user.click(screen.getByRole('radio', { name: 'Friends' }));
    await user.click(box('Show my email address'));
    await waitFor(() =>
      expect(sent(updateProfile)).toEqual([{ privacy: { profileVisibility: 'friends' } }, { privacy: { showEmail: true } }]),
    );
    await waitFor(() => expect(box('Show my email address').checked).toBe(true));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Friends' }).checked).toBe(true);
  });
  it('takes back who sees the profile where that is refused', async () => {
    onCall(updateProfile, () => no(403, 'email_unverified', 'Please verify your email address first.'));
    const { user } = await open(privacy, 'Who sees you');
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    expect(await screen.findByText('Failed to update profile')).toBeDefined();
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Public' }).checked).toBe(true));
  });
  it('shows the own profile as others see it', async () => {
    await open(privacy, 'Who sees you');
    const links = ['As a visitor', 'As a follower'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(links).toEqual([`/users/${me.ID}?as=visitor`, `/users/${me.ID}?as=follower`]);
  });
  it('lets somebody in again who was blocked, and keeps them where that fails', async () => {
    let blocked = [{ ID: newId(), Name: 'Omar Khalil', Image: '' }];
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
    expect(await screen.findByText('You have blocked nobody.')).toBeDefined();
    expect(within(document.body).queryByRole('button', { name: 'Unblock Omar Khalil' })).toBeNull();
  });
});
