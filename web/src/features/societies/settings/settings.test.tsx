import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { membershipChanged } from '#models/contract/members';
import { getSocietiesByUser, getSocietyInfo, type Society, societyUpdated } from '#models/contract/societies';
import { deleteSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietySettingsPage from '@/pages/society-settings-page';
import { describeFailures } from '@/testing/failures';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember, sharedSocietyOf } from '@/testing/society-fixtures';
import '../membership.live';
import '../societies.live';

const areas = ['societies', 'society-form', 'society-settings', 'join-requests'];
const me = aUser();
/** Society as stored by the fake server. */
let stored: Society;
const updateStored = (fields: Partial<Society>) => {
  stored = { ...stored, ...fields, version: stored.version + 1 };
};
const sent = () => requests.filter(({ path }) => path === updateInfo.path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(areas);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  useSession.setState({ status: 'in', user: me });
  stored = asMember(aSociety({ Description: 'We build things that move, and mend what does not.' }), 'admin');
  onCall(getSocietyInfo, () => yes(getSocietyInfo, stored));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [], { counts: { memberships: 0, managed: 0 } }));
  onCall(getJoinRequests, () => yes(getJoinRequests, [], { counts: { pending: 0, approved: 0, rejected: 0, total: 0 } }));
  onCall(updateInfo, () => ({ status: 204, body: null }));
});

/** Handles society messages, as the shell does. */
function Live() {
  return null;
}

async function open(section = '') {
  const view = show(
    <>
      <Live />
      <Routes>
        <Route path="/societies/:id/settings" element={<SocietySettingsPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { at: `/societies/${stored.ID}/settings${section && `?section=${section}`}` },
  );
  await screen.findByRole('heading', { level: 1, name: stored.Name });
  return view;
}
type User = Awaited<ReturnType<typeof open>>['user'];

const field = (label: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const write = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (words: string) => screen.getByRole<HTMLButtonElement>('button', { name: words });
const press = (user: User, words: string) => user.click(button(words));
const goTo = (user: User, section: string) =>
  user.click(within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: section }));
const group = (name: string) => within(screen.getByRole('radiogroup', { name }));

describe('society settings', () => {
  it('send only changed fields, also inside sections, and confirm it', async () => {
    onCall(updateInfo, () => {
      const { Permissions, Notifications } = stored;
      if (Permissions && Notifications)
        updateStored({
          Name: 'Robots',
          Permissions: { ...Permissions, whoCanPost: 'moderators' },
          Notifications: { ...Notifications, weeklyDigest: true },
        });
      return { status: 204, body: null };
    });
    const { user, place } = await open();
    expect(button('Save Changes').disabled).toBe(true);
    write(/Society name/, 'Robots ');
    expect(screen.getByText('You have unsaved changes.')).toBeDefined();
    await goTo(user, 'Permissions');
    expect(place()).toBe(`/societies/${stored.ID}/settings?section=permissions`);
    await user.click(group('Who can post').getByRole('radio', { name: 'Admins and moderators' }));
    await goTo(user, 'Notifications');
    await user.click(screen.getByRole('switch', { name: 'Weekly digest' }));
    await press(user, 'Save Changes');
    expect(await screen.findByText('Society information has been updated')).toBeDefined();
    expect(sent()).toEqual([
      { society_id: stored.ID, name: 'Robots', permissions: { whoCanPost: 'moderators' }, notifications: { weeklyDigest: true } },
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Robots' })).toBeDefined();
    await waitFor(() => expect(button('Save Changes').disabled).toBe(true));
    expect(screen.queryByText('Someone else changed these settings.')).toBeNull();
  });

  it('warn that a narrower visibility removes access, and reset on Cancel', async () => {
    const { user } = await open('privacy');
    const warning = 'Only members will see the posts and events. This takes effect at once.';
    await user.click(group('Who can see it').getByRole('radio', { name: 'Private' }));
    expect(screen.getByText(warning)).toBeDefined();
    await user.click(screen.getByRole('switch', { name: 'Show events to others' }));
    await press(user, 'Cancel');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
    expect(group('Who can see it').getByRole('radio', { name: 'Public' })).toHaveProperty('checked', true);
    expect(screen.getByRole('switch', { name: 'Show events to others' })).toHaveProperty('checked', true);
    expect(sent()).toEqual([]);
  });

  it('open the section with an error, and focus its field', async () => {
    const { user } = await open();
    write(/Description/, 'Too short');
    write('Website', 'robots.example');
    await goTo(user, 'Privacy');
    await press(user, 'Save Changes');
    expect(await screen.findByText('Description must be at least 20 characters')).toBeDefined();
    expect(screen.getByText('Please enter a valid website URL')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field(/Description/)));
    expect(sent()).toEqual([]);
  });

  it('show a taken name under its field, and leave the typed text', async () => {
    onCall(updateInfo, () => no(409, 'name_taken', 'A society with this name already exists.'));
    const { user } = await open();
    write(/Society name/, 'Chess Club');
    await press(user, 'Save Changes');
    expect(await screen.findByText('A society with this name already exists.')).toBeDefined();
    expect(screen.queryByText('Something went wrong while updating the society information')).toBeNull();
    expect(field(/Society name/).value).toBe('Chess Club');
  });

  it("follow other admins' changes; own changes stay and can be reset to the saved ones", async () => {
    const { user } = await open();
    updateStored({ Rules: 'Wear goggles.' });
    arrives(societyUpdated, sharedSocietyOf(stored));
    await waitFor(() => expect(field('Rules').value).toBe('Wear goggles.'));
    expect(screen.queryByText('Someone else changed these settings.')).toBeNull();
    write(/Society name/, 'My Robots');
    updateStored({ Name: 'Their Robots', Website: 'https://robots.example' });
    arrives(societyUpdated, sharedSocietyOf(stored));
    expect(await screen.findByText('Someone else changed these settings.')).toBeDefined();
    expect(field(/Society name/).value).toBe('My Robots');
    expect(field('Website').value).toBe('https://robots.example');
    await press(user, 'Show their changes');
    expect(field(/Society name/).value).toBe('Their Robots');
    expect(screen.queryByText('Someone else changed these settings.')).toBeNull();
  });

  it('restore unsaved changes after a reload', async () => {
    const first = await open();
    write(/Society name/, 'Half-typed');
    first.unmount();
    const { user } = await open();
    expect(field(/Society name/).value).toBe('Half-typed');
    expect(screen.getByText(/Your draft has been restored/)).toBeDefined();
    await press(user, 'Start over');
    expect(field(/Society name/).value).toBe(stored.Name);
    expect(sessionStorage.length).toBe(0);
  });

  it('close when the viewer loses the admin role', async () => {
    await open();
    stored = asMember(stored, 'member');
    const { Member_Count, Event_Count, Post_Count } = stored;
    const rev = stored.rev + 1;
    stored = { ...stored, rev };
    const change = { society_id: stored.ID, user_id: me.ID, Name: me.Name, Image: '', Role: 'member' as const, JoinedAt: null };
    arrives(membershipChanged, { ...change, Member_Count, Event_Count, Post_Count, rev } as never);
    expect(await screen.findByText('Only admins can change the settings')).toBeDefined();
    expect(await screen.findByText(`You are now a member of ${stored.Name}.`)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });

  describeFailures('saving society settings', {
    call: updateInfo,
    open: () => open(),
    act: async (user) => {
      write(/Society name/, 'Robots');
      await press(user, 'Save Changes');
    },
    afterwards: () => expect(field(/Society name/).value).toBe('Robots'),
    text: 'Something went wrong while updating the society information',
  });
});

describe('danger zone of the settings', () => {
  async function confirmed(user: User, name: string) {
    await press(user, 'Delete Society');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Deletion' }));
    const forever = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete Forever' });
    expect(forever.disabled).toBe(true);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: name } });
    return { dialog, forever };
  }

  it('has no save button, and deletes only after the name was typed', async () => {
    onCall(deleteSociety, () => yes(deleteSociety, { society_id: stored.ID, Removed_At: new Date().toISOString() }));
    const { user, place } = await open('danger');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    const { dialog, forever } = await confirmed(user, 'Robotics');
    expect(dialog.getByText(/^Are you sure you want to delete this society\?/)).toBeDefined();
    expect(dialog.getByText('Changed your mind? For 30 days the Nadi team can still restore it.')).toBeDefined();
    expect(forever.disabled).toBe(true);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ` ${stored.Name} ` } });
    await user.click(forever);
    expect(await screen.findByText(`${stored.Name} was deleted.`)).toBeDefined();
    await waitFor(() => expect(place()).toBe('/societies'));
    expect(requests.find(({ path }) => path === deleteSociety.path)?.query.get('confirm')).toBe(stored.Name);
  });

  it("shows under the field that the society's name has changed", async () => {
    onCall(deleteSociety, () => no(409, 'wrong_confirmation', 'This is not the name of the society.'));
    const { user } = await open('danger');
    const { dialog, forever } = await confirmed(user, stored.Name);
    await user.click(forever);
    expect(await dialog.findByText('This is not the name of the society.')).toBeDefined();
  });

  it('opens the handover dialog for an admin who leaves', async () => {
    const { user, place } = await open('danger');
    await press(user, 'Leave Society');
    await waitFor(() => expect(place()?.endsWith('/members?handover=leave')).toBe(true));
  });
});

it('the society settings are shown in Arabic', async () => {
  await chooseLanguage('ar');
  await i18n.loadNamespaces(areas);
  await open('danger');
  expect(screen.getByRole('button', { name: 'حذف النادي' })).toBeDefined();
  await chooseLanguage('en');
});
