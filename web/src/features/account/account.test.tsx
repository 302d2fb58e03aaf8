import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBlocked } from '#models/contract/blocks';
import { profileCounts } from '#models/contract/people';
import { updateProfile } from '#models/contract/profile-changes';
import { getUserProfileInfo, type UserProfile, updatePreferences, userUpdated } from '#models/contract/profiles';
import { getSocietiesByUser } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AccountPage from '@/pages/account-page';
import { usePreferences } from '@/sync/preferences';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { anOwnProfile } from '@/testing/own-profile-fixtures';
import { show } from '@/testing/render';

const me = aUser();
/** The profile stored by the fake server. */
let stored: UserProfile;
const sent = () => requests.filter(({ path }) => path === updateProfile.path).map(({ body }) => body);

/** Stores a change as the gateway would; returns the new profile. */
function save(change: Record<string, unknown>): UserProfile {
  const {
    name = stored.Name,
    phone = stored.Phone_Number,
    bio = stored.Bio,
    image = stored.Image,
    email,
  } = change as Record<string, string>;
  stored = { ...stored, Name: name, Phone_Number: phone, Bio: bio, Image: image, version: stored.version + 1 };
  if (email) stored = { ...stored, Pending_Email: email };
  return stored;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['account', 'profiles', 'notification-kinds', 'push-button']);
  await connectSocket();
});
beforeEach(() => {
  stored = anOwnProfile({
    ID: me.ID,
    Bio: 'I build robots.',
    Phone_Number: '+962 79 000 0000',
    Create_Date: '2026-09-04T12:00:00.000Z',
    Society_Count: 4,
    Event_Count: 7,
    Post_Count: 12,
    Likes_Count: 1234,
  });
  useSession.setState({ status: 'in', user: me });
  onCall(getUserProfileInfo, () => yes(getUserProfileInfo, stored));
  onCall(updateProfile, ({ body }) => yes(updateProfile, save(body)));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [], { counts: { memberships: 0, managed: 0 } }));
});

const open = async (at = '/account') => {
  const opened = show(<AccountPage />, { at });
  await screen.findByRole('heading', { level: 1, name: stored.Name });
  return opened;
};
const editing = async () => {
  const opened = await open();
  await opened.user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  return opened;
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, text: string) => {
  await user.clear(field(name));
  await user.click(field(name));
  await user.paste(text);
};

describe('the header of the own profile', () => {
  it('shows name, address, month of joining and counts', async () => {
    await open();
    const head = within(screen.getByRole('heading', { level: 1 }).closest('header')!);
    expect(head.getByText('layla@uni.example')).toBeDefined();
    expect(head.getByText('September 2026').parentElement?.textContent).toBe('Member since September 2026');
    const figures = head.getAllByRole('listitem').map((item) => item.textContent);
    expect(figures).toEqual(expect.arrayContaining(['4 Societies', '7 Events', '12 Posts', '1,234 Likes']));
  });
  it('shows Recently without a date of joining', async () => {
    stored = { ...stored, Create_Date: '' };
    await open();
    expect(screen.getByText('Recently')).toBeDefined();
  });
  it('opens the form by Edit, and copies the profile URL by Share', async () => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    onCall(getBlocked, () => yes(getBlocked, [], { next: null }));
    const { user } = await open('/account?tab=privacy');
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied to clipboard')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/users/${me.ID}`);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(field('Name').value).toBe('Layla Haddad');
  });
  it('applies live changes, and ignores stale ones', async () => {
    await open();
    arrives(userUpdated, { user_id: me.ID, Name: 'Layla H.', Image: '', version: 2 });
    arrives(userUpdated, { user_id: me.ID, Name: 'Older', Image: '', version: 1 });
    expect(await screen.findByRole('heading', { level: 1, name: 'Layla H.' })).toBeDefined();
    arrives(profileCounts, { user_id: me.ID, Followers: 1, Following: 0, rev: 2 });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Layla H.');
  });
  it('offers a retry when it does not load', async () => {
    onCall(getUserProfileInfo, () => no(500, 'internal', 'Boom'));
    const { user } = show(<AccountPage />, { at: '/account' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    onCall(getUserProfileInfo, () => yes(getUserProfileInfo, stored));
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: 'Layla Haddad' })).toBeDefined();
  });
});

describe('editing the profile', () => {
  it('sends the changed fields, with a toast, and shows them', async () => {
    const { user } = await editing();
    await write(user, 'Name', 'Layla Haddad-Qasem');
    await write(user, 'Bio', 'I build robots that swim.');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    expect(sent()).toEqual([{ name: 'Layla Haddad-Qasem', bio: 'I build robots that swim.' }]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Layla Haddad-Qasem');
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeDefined();
    expect(useSession.getState().user?.Name).toBe('Layla Haddad-Qasem');
  });
  it('sends nothing on Cancel', async () => {
    const { user } = await editing();
    await write(user, 'Name', 'Somebody');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
    expect(field('Name').value).toBe('Layla Haddad');
    expect(sent()).toEqual([]);
  });
  it('requires name and address, with errors under the fields', async () => {
    const { user } = await editing();
    await user.clear(field('Name'));
    await write(user, 'Email', 'layla');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(screen.getByText('Name is required')).toBeDefined();
    expect(screen.getByText('Email is invalid')).toBeDefined();
    expect(document.activeElement).toBe(field('Name'));
    await user.type(field('Name'), 'L');
    expect(screen.queryByText('Name is required')).toBeNull();
    expect(sent()).toEqual([]);
  });
  it('shows a new address as pending until it is verified', async () => {
    const { user } = await editing();
    await write(user, 'Email', 'new@uni.example');
    expect(screen.getByText(/takes effect when you open the link/)).toBeDefined();
    await user.type(field('Password'), 'my password');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(sent()).toEqual([{ email: 'new@uni.example', password: 'my password' }]);
    expect(await screen.findByText('new@uni.example')).toBeDefined();
    expect(screen.getByText('waiting to be verified', { exact: false })).toBeDefined();
  });
  it('asks for the password only if the address changes', async () => {
    const { user } = await editing();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await write(user, 'Email', 'new@uni.example');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(sent()).toEqual([]);
    await write(user, 'Email', me.Email);
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
  it('shows a wrong password under its field, and keeps the typed text', async () => {
    onCall(updateProfile, () => no(401, 'wrong_password', 'The password is incorrect.'));
    const { user } = await editing();
    await write(user, 'Email', 'new@uni.example');
    await user.type(field('Password'), 'a guess');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('The password is incorrect.')).toBeDefined();
    expect(document.activeElement).toBe(field('Password'));
    expect([field('Email').value, field('Password').value]).toEqual(['new@uni.example', 'a guess']);
  });
  it('shows a taken address under its field', async () => {
    onCall(updateProfile, () => no(409, 'email_taken', 'This email address is already in use.'));
    const { user } = await editing();
    await write(user, 'Email', 'omar@uni.example');
    await user.type(field('Password'), 'my password');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('This email address is already in use.')).toBeDefined();
    expect(await screen.findByText('Failed to update profile')).toBeDefined();
  });
  describeFailures('saving the profile', {
    call: updateProfile,
    open: editing,
    act: async (user) => {
      await write(user, 'Name', 'Layla the Great');
      await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    },
    afterwards: () => expect(field('Name').value).toBe('Layla the Great'),
    text: 'Failed to update profile',
  });
});

describe('language and appearance', () => {
  it('change at once', async () => {
    onCall(updatePreferences, ({ body }) => {
      stored = { ...stored, preferences: { ...stored.preferences, ...body }, version: stored.version + 1 };
      return yes(updatePreferences, { preferences: stored.preferences, version: stored.version });
    });
    const { user } = await open();
    await user.click(within(screen.getByRole('group', { name: 'Language' })).getByRole('button', { name: 'العربية' }));
    expect(await screen.findByRole('heading', { name: 'اللغة والمظهر' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: '١٢٣' }));
    await waitFor(() => expect(screen.getByText('١٬٢٣٤')).toBeDefined());
    expect(screen.getByText('أيلول ٢٠٢٦')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '123' }));
    await user.click(screen.getByRole('button', { name: 'داكن' }));
    expect(usePreferences.getState()).toEqual({ locale: 'ar', digits: 'latn', theme: 'dark' });
    await chooseLanguage('en');
  });
});
