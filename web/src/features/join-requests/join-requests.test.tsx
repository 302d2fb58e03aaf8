import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getJoinRequests } from '#models/contract/join-requests';
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

describe('the counters', () => {
  it('say how many are pending, approved, rejected, and in all', async () => {
    open();
    await list();
    const strip = (await screen.findByText('Pending Requests')).closest('dl');
    expect(strip?.textContent).toBe('Pending Requests3Approved1Rejected1Total Requests5');
  });
});

describe('the list', () => {
  it('begins with the pending ones, newest first, and is in the admins’ room', async () => {
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
  ])('shows %s when asked to, in this order', async (name, names) => {
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

  it('shows photo, name and e-mail; a decided one has its status and no buttons', async () => {
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

  it('names who has no name', async () => {
    serveRequests([aJoinRequest({ User_Name: '' })]);
    open();
    expect(await screen.findByRole('button', { name: 'Unknown User' })).toBeDefined();
  });

  it.each([
    [/^Pending/, 'No pending join requests at the moment.'],
    [/^All/, 'Try changing the filter to see other requests.'],
    [/^Approved/, 'Try changing the filter to see other requests.'],
    [/^Rejected/, 'Try changing the filter to see other requests.'],
  ])('says when there is none of %s', async (name, text) => {
    serveRequests([]);
    const { user } = open();
    await list();
    await user.click(filterButton(name));
    expect(await screen.findByText('No requests found')).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
  });

  it('goes on by cursor, without a gap and each once', async () => {
    watchView();
    serveRequests(all, 2);
    open();
    await list();
    expect(rowNames()).toEqual(['Noor Abbadi', 'Tala Shami']);
    comesIntoView();
    await waitFor(() => expect(rowNames()).toEqual(['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']));
  });

  it('does not show beyond its pages what another filter has fetched', async () => {
    const { user } = open();
    await list();
    serveRequests(all, 1);
    await user.click(filterButton(/^All/));
    await waitFor(() => expect(rowNames()).toEqual(['Faris Majali']));
  });

  it('drops what is gone when it is fetched again', async () => {
    open();
    await list();
    serveRequests([zaid, noor, sara, faris]);
    await refetchAll();
    await waitFor(() => expect(rowNames()).toEqual(['Noor Abbadi', 'Zaid Rawashdeh']));
  });

  it.each([
    ['400', no(400, 'validation_failed', 'Some fields need another look.')],
    ['429', no(429, 'too_many_requests', 'Too many requests. Please try again later.')],
    ['500', no(500, 'internal', 'Boom')],
  ])('fails with %s in place, and tries again', async (_name, reply) => {
    onCall(getJoinRequests, () => reply);
    const { user } = open();
    expect(await screen.findByText('The requests did not load')).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    serveRequests(all);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rowNames()).toHaveLength(3));
  });

  it('says that it is live, and does not while it is not', async () => {
    open();
    await list();
    expect(screen.getByText('Live')).toBeDefined();
    setConnection('offline');
    await waitFor(() => expect(screen.queryByText('Live')).toBeNull());
    expect(rowNames()).toHaveLength(3);
  });

  it('does not say that it is live while there is no network, though the socket has not noticed yet', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();
    await list();
    await act(async () => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(screen.queryByText('Live')).toBeNull());
    onLine.mockRestore();
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Live')).toBeDefined();
  });

  it('shows placeholders meanwhile', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getJoinRequests, () => answer.promise);
    open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
    answer.give(yes(getJoinRequests, [noor], { next: null, counts: { pending: 1, approved: 0, rejected: 0, total: 1 } }));
    await waitFor(() => expect(rowNames()).toEqual(['Noor Abbadi']));
  });
});

describe('the detail', () => {
  it('asks to select a request first', async () => {
    open();
    await list();
    expect(detail().getByText('Select a Request')).toBeDefined();
  });

  it('opens by the name: who asks, what they wrote, the status, and the two buttons', async () => {
    const { user } = open();
    await list();
    const row = screen.getByRole('button', { name: 'Tala Shami' });
    await user.click(row);
    expect(row.getAttribute('aria-pressed')).toBe('true');
    for (const text of ['Tala Shami', 'tala@uni.example', 'Pending', 'I solder.']) expect(detail().getByText(text)).toBeDefined();
    expect(detail().getByRole('button', { name: 'Approve' })).toBeDefined();
    expect(detail().getByRole('button', { name: 'Reject' })).toBeDefined();
  });

  it('of a decided one has no buttons, but who decided, and why', async () => {
    const { user } = open();
    await list();
    await user.click(filterButton(/^All/));
    await user.click(await screen.findByRole('button', { name: 'Sara Nasser' }));
    expect(detail().getByText('Omar Khalil')).toBeDefined();
    expect(detail().queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Faris Majali' }));
    expect(detail().getByText('Twice the same')).toBeDefined();
  });

  it('comes up as a sheet on phones, and is closed', async () => {
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

describe('who may see it', () => {
  it.each([
    ['a member', asMember(society)],
    ['a moderator', asMember(society, 'moderator')],
    ['an outsider', society],
  ])('not %s: the page says so, leads back, and asks for nothing', async (_name, served) => {
    serve(served);
    open();
    expect(await screen.findByText('Only admins see join requests')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the society' }).getAttribute('href')).toBe(`/societies/${society.ID}`);
    expect(lists()).toEqual([]);
    expect(joined.flatMap(({ rooms }) => rooms)).not.toContain(roomOf('societyAdmins', society.ID));
  });

  it('a platform admin, who is no member', async () => {
    serve({ ...society, Can: { ...society.Can, manageRequests: true } });
    open();
    await list();
    expect(rowNames()).toHaveLength(3);
  });

  it('nobody of a society that is not there', async () => {
    onCall(getSocietyInfo, () => no(404, 'not_found', 'Not found.'));
    open();
    expect(await screen.findByRole('heading', { name: 'There is no society here' })).toBeDefined();
  });
});

it('speaks Arabic', async () => {
  await chooseLanguage('ar');
  open();
  expect(await screen.findByRole('list', { name: 'الطلبات' })).toBeDefined();
  expect(screen.getByText('اختيار طلب')).toBeDefined();
  expect(screen.getByRole('button', { name: 'قبول Tala Shami' })).toBeDefined();
});
