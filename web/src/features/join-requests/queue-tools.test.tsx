import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { approveRequest } from '#models/contract/join-requests';
import { decideRequests, reopenRequest } from '#models/contract/request-desk';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { serveRequests } from '@/testing/fake-join-requests';
import { onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aJoinRequest } from '@/testing/society-fixtures';
import { JoinRequests } from './join-requests';

const zaid = aJoinRequest({ User_Name: 'Zaid Rawashdeh' });
const tala = aJoinRequest({ User_Name: 'Tala Shami' });
const noor = aJoinRequest();
const all = [zaid, tala, noor];

const sent = (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body);
const shown = () =>
  within(screen.getByRole('list', { name: 'Requests' }))
    .queryAllByRole('button', { pressed: false })
    .map((row) => row.querySelector('b')?.textContent);
async function open() {
  const view = show(<JoinRequests societyId={newId()} />);
  await screen.findByRole('button', { name: 'Tala Shami' });
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['join-requests']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serveRequests(all);
});

describe("a society's own queue has the powers of the desk", () => {
  it('decides many with one reason, and undoes that', async () => {
    onCall(decideRequests, () => {
      serveRequests([noor]);
      return yes(
        decideRequests,
        [zaid, tala].map(({ Request_ID }) => ({ request_id: Request_ID, status: 'rejected' as const })),
      );
    });
    onCall(reopenRequest, ({ body }) => yes(reopenRequest, { ...(body.request_id === zaid.Request_ID ? zaid : tala), version: 3 }));
    const { user } = await open();
    for (const name of ['Tala Shami', 'Zaid Rawashdeh']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Full');
    await user.click(screen.getByRole('button', { name: 'Reject 2' }));
    await waitFor(() => expect(sent(decideRequests.path)).toMatchObject([{ decision: 'reject', reason: 'Full' }]));
    await waitFor(() => expect(shown()).toEqual(['Noor Abbadi']));
    serveRequests(all);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shown()).toEqual(['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']));
    expect(sent(reopenRequest.path)).toHaveLength(2);
  });

  it('has its keys', async () => {
    onCall(approveRequest, () => yes(approveRequest, { ...noor, Status: 'approved', version: 2 }));
    const { user } = await open();
    await user.keyboard('ja');
    await waitFor(() => expect(sent(approveRequest.path)).toEqual([{ request_id: noor.Request_ID }]));
  });

  it('searches on the server', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('searchbox'), 'tala');
    const asked = () => requests.flatMap(({ path, query }) => (path === getJoinRequests.path ? [query.get('q')] : []));
    await waitFor(() => expect(asked()).toContain('tala'));
  });
});
