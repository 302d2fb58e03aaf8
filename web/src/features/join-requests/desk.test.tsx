import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest, type JoinRequest, joinRequestCreated, joinRequestDecided } from '#models/contract/join-requests';
import { decideRequests, getOpenRequests, joinRequestLooking, reopenRequest } from '#models/contract/request-desk';
import { roomOf } from '#models/contract/rooms';
import { getSocietiesByUser, getSocietyInfo } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aJoinRequest, asMember } from '@/testing/society-fixtures';
import { Desk } from './desk';
import { OpenCount } from './open-count';
import { useUndoable } from './undoable.store';

const society = aSociety({ Name: 'Robotics Society' });
const zaid = aJoinRequest({ User_Name: 'Zaid Rawashdeh', Answer: 'I solder.' });
const tala = aJoinRequest({ User_Name: 'Tala Shami' });
const noor = aJoinRequest();
const all = ['Zaid Rawashdeh', 'Tala Shami', 'Noor Abbadi'];

/** The open requests on the server. */
let open: JoinRequest[];
const serve = () =>
  onCall(getOpenRequests, ({ query }) => {
    const q = (query.get('q') ?? '').toLowerCase();
    const found = open.filter(({ User_Name, Answer }) => `${User_Name}\n${Answer}`.toLowerCase().includes(q));
    const data = found.map((request) => ({
      ...request,
      Society_ID: society.ID,
      Society: { ID: society.ID, Name: society.Name, Image: '' },
    }));
    return yes(getOpenRequests, data, { next: null, counts: { open: open.length } });
  });
const decided = (request: JoinRequest, Status: 'approved' | 'rejected') => ({
  society_id: society.ID,
  request_id: request.Request_ID,
  Status,
  Reason: '',
  Decided_By: 'Omar',
  Decided_At: new Date().toISOString(),
  version: request.version + 1,
});

async function openDesk() {
  const view = show(
    <>
      <OpenCount societyIds={[society.ID]} />
      <Desk />
    </>,
  );
  await screen.findByRole('button', { name: 'Tala Shami' });
  await screen.findByText('3 pending requests');
  return view;
}
const names = () => within(screen.getByRole('list', { name: 'Requests' })).queryAllByRole('button', { pressed: false });
const shown = () => names().map((row) => row.querySelector('b')?.textContent);
const choose = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const sent = (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['join-requests', 'societies']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  act(() => useUndoable.setState({ batches: [] }));
  open = [zaid, tala, noor];
  serve();
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [asMember(society, 'admin'), asMember(aSociety(), 'member')], { next: null }));
  onCall(getSocietyInfo, () => yes(getSocietyInfo, society));
});

describe('the requests desk', () => {
  it('lists the open requests, the longest waiting first, and their number', async () => {
    await openDesk();
    expect(shown()).toEqual(all);
  });

  it('joins the rooms of the societies that one runs, also where the menu is closed', async () => {
    joined.length = 0;
    show(<Desk />);
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toEqual([roomOf('societyAdmins', society.ID)]));
  });

  it('approves the chosen ones at once, each answered for itself, and can undo that', async () => {
    onCall(decideRequests, () => {
      open = [noor];
      return yes(decideRequests, [
        { request_id: zaid.Request_ID, status: 'approved' },
        { request_id: tala.Request_ID, status: 'refused', code: 'already_decided' },
      ]);
    });
    onCall(reopenRequest, () => {
      open = [zaid, noor];
      return yes(reopenRequest, { ...zaid, version: 3 });
    });
    const { user } = await openDesk();
    await user.click(choose('Zaid Rawashdeh'));
    await user.click(choose('Tala Shami'));
    await user.click(screen.getByRole('button', { name: 'Approve 2' }));
    expect(sent(decideRequests.path)).toEqual([{ request_ids: [zaid.Request_ID, tala.Request_ID], decision: 'approve' }]);
    await waitFor(() => expect(shown()).toEqual(['Noor Abbadi']));
    expect(
      await screen.findByText(/1 request was not changed\. This request has already been decided\./, {}, { timeout: 10_000 }),
    ).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(sent(reopenRequest.path)).toEqual([{ request_id: zaid.Request_ID }]);
    await waitFor(() => expect(shown()).toEqual(['Zaid Rawashdeh', 'Noor Abbadi']));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('rejects all with one reason', async () => {
    onCall(decideRequests, () => {
      const data = open.map(({ Request_ID }) => ({ request_id: Request_ID, status: 'rejected' as const }));
      open = [];
      return yes(decideRequests, data);
    });
    const { user } = await openDesk();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'We are full.');
    await user.click(screen.getByRole('button', { name: 'Reject 3' }));
    await waitFor(() => expect(sent(decideRequests.path)).toMatchObject([{ decision: 'reject', reason: 'We are full.' }]));
    expect(await screen.findByText('No requests found')).toBeDefined();
  });

  it('restores the rows after a failure', async () => {
    onCall(decideRequests, () => 'offline');
    const { user } = await openDesk();
    await user.click(choose('Tala Shami'));
    await user.click(screen.getByRole('button', { name: 'Approve 1' }));
    expect(await screen.findByText('Nadi cannot be reached. Please check your connection.', {}, { timeout: 10_000 })).toBeDefined();
    await waitFor(() => expect(shown()).toEqual(all));
  });

  it('searches on the server', async () => {
    const { user } = await openDesk();
    await user.type(screen.getByRole('searchbox'), 'solder');
    await waitFor(() => expect(shown()).toEqual(['Zaid Rawashdeh']));
  });

  it.each([
    ['Waiting over 24 h', { waiting_over: '24' }],
    ['No answer', { unanswered: 'true' }],
  ])('filters on the server: %s', async (name, filter) => {
    const { user } = await openDesk();
    await user.click(within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name }));
    const last = () => requests.findLast(({ path, query }) => path === getOpenRequests.path && query.get('limit') === '50');
    await waitFor(() => expect(Object.fromEntries(last()?.query ?? [])).toEqual({ limit: '50', ...filter }));
    expect(screen.getByText('3 pending requests')).toBeDefined();
  });

  it('follows what others do: decided, reopened and new requests', async () => {
    await openDesk();
    open = [zaid, noor];
    arrives(joinRequestDecided, decided(tala, 'approved'));
    await waitFor(() => expect(shown()).toEqual(['Zaid Rawashdeh', 'Noor Abbadi']));
    expect(await screen.findByText('2 pending requests')).toBeDefined();
    open = [zaid, tala, noor];
    arrives(joinRequestCreated, { society_id: society.ID, request: { ...tala, version: 3 } });
    await waitFor(() => expect(shown()).toEqual(all));
    expect(await screen.findByText('3 pending requests')).toBeDefined();
  });

  it('has keys: J and K select, A approves, R rejects; not while one writes', async () => {
    onCall(decideRequests, () => yes(decideRequests, [{ request_id: noor.Request_ID, status: 'rejected' }]));
    onCall(approveRequest, () => yes(approveRequest, { ...zaid, Status: 'approved', version: zaid.version + 1 }));
    const { user } = await openDesk();
    await user.keyboard('jjk');
    expect(screen.getByRole('button', { name: 'Zaid Rawashdeh', pressed: true })).toBeDefined();
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('ja');
    expect(screen.getByRole('button', { name: 'Zaid Rawashdeh', pressed: true })).toBeDefined();
    expect(sent(approveRequest.path)).toEqual([]);
    await user.clear(screen.getByRole('searchbox'));
    await user.click(choose('Noor Abbadi'));
    await user.keyboard('r');
    await waitFor(() => expect(sent(decideRequests.path)).toEqual([{ request_ids: [noor.Request_ID], decision: 'reject' }]));
    open = [tala];
    await user.keyboard('a');
    await waitFor(() => expect(sent(approveRequest.path)).toEqual([{ request_id: zaid.Request_ID }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Zaid Rawashdeh' })).toBeNull());
  });

  it('shows who else looks at a request, until they stop', async () => {
    await openDesk();
    const looks = { society_id: society.ID, request_id: tala.Request_ID, user_id: newId(), User_Name: 'Sara Nasser' };
    arrives(joinRequestLooking, { ...looks, looking: true });
    expect(await screen.findByText('Sara is looking at this request')).toBeDefined();
    arrives(joinRequestLooking, { ...looks, looking: false });
    await waitFor(() => expect(screen.queryByText('Sara is looking at this request')).toBeNull());
  });
});
