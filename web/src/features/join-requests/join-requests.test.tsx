import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo, type Society } from '#models/contract/societies';
import { setConnection } from '@/lib/connection';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import JoinRequestsPage from '@/pages/join-requests-page';
import { deferred } from '@/testing/deferred';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { comesIntoView, connectSocket, joined, watchView } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { aJoinRequest, asMember } from '@/testing/society-fixtures';

const society = aSociety({ Name: 'Robotics Society' });
const zaid = aJoinRequest({ User_Name: 'Zaid Rawashdeh', User_Email: 'zaid@uni.example' });
const tala = aJoinRequest({ User_Name: 'Tala Shami', User_Email: 'tala@uni.example', Answer: 'I solder.' });
const noor = aJoinRequest();
const sara = aJoinRequest({
  User_Name: 'Sara Nasser',
  Status: 'approved',
  Decided_By: 'Omar Khalil',
  Decided_At: new Date().toISOString(),
  version: 2,
});
const faris = aJoinRequest({ User_Name: 'Faris Majali', Status: 'rejected', Reason: 'Twice the same', version: 2 });
const all = [zaid, tala, noor, sara, faris];

const serve = (served: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
const lists = () => requests.filter(({ path, query }) => path === getJoinRequests.path && query.get('limit') === '20');
const open = () =>
  show(
    <Routes>
      <Route path="/societies/:id/join-requests" element={<JoinRequestsPage />} />
    </Routes>,
    { at: `/societies/${society.ID}/join-requests` },
  );
const list = () => screen.findByRole('list', { name: 'Requests' });
const rowNames = () =>
  within(screen.getByRole('list', { name: 'Requests' }))
    .queryAllByRole('button', { pressed: false })
    .map((row) => row.querySelector('b')?.textContent);
const filterButton = (name: RegExp) => within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name });
const detail = () => within(screen.getByRole('region', { name: 'Request' }));
const phone = () => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  joined.length = 0;
  useSession.setState({ status: 'in', user: aUser() });
  setConnection('online');
  serve(asMember(society, 'admin'));
  serveRequests(all);
});

describe('join request counters', () => {
  it('show pending, approved, rejected and total', async () => {
    open();
    await list();
    const strip = (await screen.findByText('Pending Requests')).closest('dl');
    expect(strip?.textContent).toBe('Pending Requests3Approved1Rejected1Total Requests5');
  });
});

describe('join request list', () => {
  it("starts with pending requests, newest first, and joins the admins' room", async () => {
    open();
    await list();
    expect(rowNames()).toEqual(['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']);
    expect(filterButton(/^Pending/).getAttribute('aria-pressed')).toBe('true');
    expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('societyAdmins', society.ID));
  });

  it.each([
    [/^All Requests/, ['Faris Majali', 'Sara Nasser', 'Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']],
    [/^Approved/, ['Sara Nasser']],
    [/^Rejected/, ['Faris Majali']],
  ])('shows %s in order when the filter is chosen', async (name, names) => {
    const { user } = open();
    await list();
    await user.click(filterButton(name));
    await waitFor(() => expect(rowNames()).toEqual(names));
  });

  it('offers the filters in the order of the specification, each with its count', async () => {
    open();
    await list();
    await screen.findByText('Pending Requests');
    const chips = within(screen.getByRole('group', { name: 'Filter' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual(['All Requests5', 'Pending3', 'Approved1', 'Rejected1']);
  });

  it('shows photo, name and e-mail; a decided request shows its status without buttons', async () => {
    const { user } = open();
    await list();
    expect(screen.getAllByText('tala@uni.example').length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Approve Tala Shami' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reject Tala Shami' })).toBeDefined();
    await user.click(filterButton(/^Approved/));
    const row = (await screen.findByRole('button', { name: 'Sara Nasser' })).closest('li')!;
    expect(within(row).getByText('Approved')).toBeDefined();
    expect(within(row).queryByRole('button', { name: 'Approve Sara Nasser' })).toBeNull();
  });

  it('shows a fallback for a person without a name', async () => {
    serveRequests([aJoinRequest({ User_Name: '' })]);
    open();
    expect(await screen.findByRole('button', { name: 'Unknown User' })).toBeDefined();
  });

  it.each([
    [/^Pending/, 'No pending join requests at the moment.'],
    [/^All/, 'Try changing the filter to see other requests.'],
    [/^Approved/, 'Try changing the filter to see other requests.'],
    [/^Rejected/, 'Try changing the filter to see other requests.'],
  ])('shows an empty state for %s', async (name, text) => {
    serveRequests([]);
    const { user } = open();
    await screen.findByText('No requests found');
    await user.click(filterButton(name));
    expect(await screen.findByText('No requests found')).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
  });

  it('loads further pages by cursor, without gaps or duplicates', async () => {
    watchView();
    serveRequests(all, 2);
    open();
    await list();
    expect(rowNames()).toEqual(['Noor Abbadi', 'Tala Shami']);
    comesIntoView();
    await waitFor(() => expect(rowNames()).toEqual(['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']));
  });

  it('hides requests beyond its loaded pages that another filter has fetched', async () => {
    const { user } = open();
    await list();
    serveRequests(all, 1);
    await user.click(filterButton(/^All/));
    await waitFor(() => expect(rowNames()).toEqual(['Faris Majali']));
  });

  it('drops requests that a refetch no longer returns', async () => {
    open();
    await list();
    serveRequests([zaid, noor, sara, faris]);
    await refetchAll();
    await waitFor(() => expect(rowNames()).toEqual(['Noor Abbadi', 'Zaid Rawashdeh']));
  });

  it.each([
    ['400', no(400, 'validation_failed', 'Some fields are not valid.')],
    ['429', no(429, 'too_many_requests', 'Too many requests. Please try again later.')],
    ['500', no(500, 'internal', 'Boom')],
  ])('shows %s in place, and can retry', async (_name, reply) => {
    onCall(getJoinRequests, () => reply);
    const { user } = open();
    expect(await screen.findByText('The requests did not load')).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    serveRequests(all);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rowNames()).toHaveLength(3));
  });

  it('shows the live indicator only while connected', async () => {
    open();
    await list();
    expect(screen.getByText('Live')).toBeDefined();
    setConnection('offline');
    await waitFor(() => expect(screen.queryByText('Live')).toBeNull());
    expect(rowNames()).toHaveLength(3);
  });

  it('hides the live indicator without a network, even if the socket still seems connected', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();
    await list();
    await act(async () => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(screen.queryByText('Live')).toBeNull());
    onLine.mockRestore();
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Live')).toBeDefined();
  });

  it('shows skeletons while loading', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getJoinRequests, () => answer.promise);
    open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
    answer.give(yes(getJoinRequests, [noor], { next: null, counts: { pending: 1, approved: 0, rejected: 0, total: 1 } }));
    await waitFor(() => expect(rowNames()).toEqual(['Noor Abbadi']));
  });
});

describe('join request detail', () => {
  it('prompts to select a request', async () => {
    open();
    await list();
    expect(detail().getByText('Select a Request')).toBeDefined();
  });

  it('opens from the row with person, answer, status and both buttons', async () => {
    const { user } = open();
    await list();
    const row = screen.getByRole('button', { name: 'Tala Shami' });
    await user.click(row);
    expect(row.getAttribute('aria-pressed')).toBe('true');
    for (const text of ['Tala Shami', 'tala@uni.example', 'Pending', 'I solder.']) expect(detail().getByText(text)).toBeDefined();
    expect(detail().getByRole('button', { name: 'Approve' })).toBeDefined();
    expect(detail().getByRole('button', { name: 'Reject' })).toBeDefined();
  });

  it('of a decided request shows the admin and the reason, without buttons', async () => {
    const { user } = open();
    await list();
    await user.click(filterButton(/^All/));
    await user.click(await screen.findByRole('button', { name: 'Sara Nasser' }));
    expect(detail().getByText('Omar Khalil')).toBeDefined();
    expect(
      detail()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Undo the decision']);
    await user.click(screen.getByRole('button', { name: 'Faris Majali' }));
    expect(detail().getByText('Twice the same')).toBeDefined();
  });

  it('opens as a sheet on phones, and closes', async () => {
    phone();
    const { user } = open();
    await list();
    expect(screen.queryByText('Select a Request')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Tala Shami' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Request' }));
    expect(sheet.getByText('I solder.')).toBeDefined();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.unstubAllGlobals();
  });
});

describe('access to the join requests page', () => {
  it.each([
    ['a member', asMember(society)],
    ['a moderator', asMember(society, 'moderator')],
    ['an outsider', society],
  ])('is denied to %s with an explanation and a link back, without a request', async (_name, served) => {
    serve(served);
    open();
    expect(await screen.findByText('Only admins see join requests')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the society' }).getAttribute('href')).toBe(`/societies/${society.ID}`);
    expect(lists()).toEqual([]);
    expect(joined.flatMap(({ rooms }) => rooms)).not.toContain(roomOf('societyAdmins', society.ID));
  });

  it('is allowed to a platform admin who is not a member', async () => {
    serve({ ...society, Can: { ...society.Can, manageRequests: true } });
    open();
    await list();
    expect(rowNames()).toHaveLength(3);
  });

  it('is not found for a society that does not exist', async () => {
    onCall(getSocietyInfo, () => no(404, 'not_found', 'Not found.'));
    open();
    expect(await screen.findByRole('heading', { name: 'Society not found' })).toBeDefined();
  });
});

it('the join requests page is shown in Arabic', async () => {
  await chooseLanguage('ar');
  open();
  expect(await screen.findByRole('list', { name: 'الطلبات' })).toBeDefined();
  expect(screen.getByText('اختيار طلب')).toBeDefined();
  expect(screen.getByRole('button', { name: 'قبول Tala Shami' })).toBeDefined();
});
