import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, type JoinRequest, joinRequestDecided } from '#models/contract/join-requests';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import { deferred } from '@/testing/deferred';
import { testFailures } from '@/testing/failures';
import { serveRequests } from '@/testing/fake-join-requests';
import { onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aJoinRequest } from '@/testing/society-fixtures';
import { JoinRequests } from './join-requests';
import { PendingCount } from './pending-count';

/** Longer timeout for the first toast, which loads its script. */
const slow = { timeout: 10_000 };
const societyId = newId();
const zaid = aJoinRequest({ User_Name: 'Zaid Rawashdeh' });
const tala = aJoinRequest({ User_Name: 'Tala Shami' });
const noor = aJoinRequest();
const all = [zaid, tala, noor];
const decidedAt = '2026-03-02T00:00:00.000Z';
const approved = (request: JoinRequest): JoinRequest => ({
  ...request,
  Status: 'approved',
  Decided_By: 'Omar',
  Decided_At: decidedAt,
  version: 2,
});
const rejected = (request: JoinRequest): JoinRequest => ({ ...approved(request), Status: 'rejected' });
const message = ({ Request_ID, Status, Reason, Decided_By, Decided_At, version }: JoinRequest) => ({
  society_id: societyId,
  request_id: Request_ID,
  Status,
  Reason,
  Decided_By,
  Decided_At,
  version,
});

async function open() {
  const view = show(
    <>
      <PendingCount societyId={societyId} />
      <JoinRequests societyId={societyId} />
    </>,
  );
  await screen.findByRole('button', { name: 'Tala Shami' });
  await screen.findByText('Pending Requests');
  return view;
}
const shownNames = () => ['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh'].filter((name) => screen.queryByRole('button', { name }));
const counters = () =>
  [...(screen.getByText('Pending Requests').closest('dl')?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent).join(' ');
const detail = () => within(screen.getByRole('region', { name: 'Request' }));
const getButton = (name: string) => screen.getByRole('button', { name });
/** Simulates leaving the page, which sends held rejections at once. */
const sendNow = () => act(() => void window.dispatchEvent(new Event('pagehide')));
const bodies = () => requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

beforeAll(async () => {
  await i18n.loadNamespaces(['join-requests']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serveRequests(all);
  onCall(approveRequest, () => yes(approveRequest, approved(tala)));
  onCall(rejectRequest, () => yes(rejectRequest, null));
});

describe('deciding a join request', () => {
  it.each([
    ['Approve', approveRequest, '2 1 0 3'],
    ['Reject', rejectRequest, '2 0 1 3'],
  ] as const)('%s removes the row and updates the counters before the answer', async (verb, call, rolled) => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(call, () => answer.promise);
    const { user } = await open();
    expect(counters()).toBe('3 0 0 3');
    await user.click(getButton(`${verb} Tala Shami`));
    expect(counters()).toBe(rolled);
    await waitFor(() => expect(shownNames()).toEqual(['Noor Abbadi', 'Zaid Rawashdeh']));
    sendNow();
    answer.give(call === approveRequest ? yes(approveRequest, approved(tala)) : yes(rejectRequest, null));
    serveRequests([zaid, noor, call === approveRequest ? approved(tala) : rejected(tala)]);
    await waitFor(() => expect(bodies()).toEqual([[call.path, { request_id: tala.Request_ID }]]));
    await new Promise((resolve) => setTimeout(resolve, 450));
    expect(counters()).toBe(rolled);
    expect(shownNames()).toEqual(['Noor Abbadi', 'Zaid Rawashdeh']);
  });

  it.each([
    ['Approve', approveRequest],
    ['Reject', rejectRequest],
  ] as const)('%s cannot be pressed again while the row leaves', async (verb, call) => {
    onCall(call, () => new Promise(() => {}));
    const { user } = await open();
    const button = getButton(`${verb} Tala Shami`);
    await user.click(button);
    await user.click(button);
    sendNow();
    await waitFor(() => expect(bodies()).toHaveLength(1));
  });

  it('moves the focus to the next row, at the end to the previous one, and to the filter without rows', async () => {
    onCall(approveRequest, ({ body }) => yes(approveRequest, approved(all.find(({ Request_ID }) => Request_ID === body.request_id)!)));
    const { user } = await open();
    await user.click(getButton('Approve Tala Shami'));
    await waitFor(() => expect(document.activeElement).toBe(screen.queryByRole('button', { name: 'Zaid Rawashdeh' })));
    await user.click(getButton('Approve Zaid Rawashdeh'));
    await waitFor(() => expect(document.activeElement).toBe(screen.queryByRole('button', { name: 'Noor Abbadi' })));
    await user.click(getButton('Approve Noor Abbadi'));
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Pending/));
    expect(await screen.findByText('No requests found')).toBeDefined();
  });

  describe.each([
    ['Approve', approveRequest],
    ['Reject', rejectRequest],
  ] as const)('%s', (verb, call) => {
    testFailures('restores the row with one toast after %s', async (_name, reply, text) => {
      onCall(call, () => reply);
      const { user } = await open();
      await user.click(getButton(`${verb} Tala Shami`));
      sendNow();
      expect(await screen.findByText(text, {}, slow)).toBeDefined();
      expect(screen.getAllByRole('alert')).toHaveLength(1);
      await waitFor(() => expect(shownNames()).toEqual(['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']));
      expect(counters()).toBe('3 0 0 3');
    });
  });

  it('shows the current status if another admin decided first', async () => {
    onCall(approveRequest, () => ({
      status: 409,
      body: { error_message: 'This request has already been decided.', code: 'already_decided' },
    }));
    const { user } = await open();
    serveRequests([zaid, noor, rejected(tala)]);
    await user.click(getButton('Approve Tala Shami'));
    expect(await screen.findByText('This request has already been decided.')).toBeDefined();
    await waitFor(() => expect(shownNames()).toEqual(['Noor Abbadi', 'Zaid Rawashdeh']));
    await waitFor(() => expect(counters()).toBe('2 0 1 3'));
  });
});

describe('deciding in the request detail', () => {
  it('closes the detail after success, and focuses the next row', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(approveRequest, () => answer.promise);
    const { user } = await open();
    await user.click(getButton('Tala Shami'));
    await user.click(detail().getByRole('button', { name: 'Approve' }));
    expect(detail().getByText('Approved')).toBeDefined();
    expect(detail().queryByRole('button')).toBeNull();
    answer.give(yes(approveRequest, approved(tala)));
    expect(await screen.findByText('Select a Request')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.queryByRole('button', { name: 'Zaid Rawashdeh' })));
  });

  it('leaves the detail open with its buttons after a failure', async () => {
    onCall(approveRequest, () => 'offline');
    const { user } = await open();
    await user.click(getButton('Tala Shami'));
    await user.click(detail().getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Nadi cannot be reached. Please check your connection.')).toBeDefined();
    expect(detail().getByText('Pending')).toBeDefined();
    expect(detail().getByRole('button', { name: 'Approve' })).toBeDefined();
  });

  it('restores the reason of a rejection that failed', async () => {
    onCall(rejectRequest, () => 'offline');
    const { user } = await open();
    await user.click(getButton('Tala Shami'));
    await user.type(detail().getByRole('textbox'), 'We are full.');
    await user.click(detail().getByRole('button', { name: 'Reject' }));
    sendNow();
    expect(await screen.findByText('Nadi cannot be reached. Please check your connection.')).toBeDefined();
    await user.click(getButton('Tala Shami'));
    expect(detail().getByRole<HTMLTextAreaElement>('textbox').value).toBe('We are full.');
  });

  it('closes the sheet on phones', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    const { user } = await open();
    await user.click(getButton('Tala Shami'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.unstubAllGlobals();
  });
});

describe('the live message of an own decision', () => {
  it.each([
    ['before', 'Approve'],
    ['after', 'Approve'],
    ['before', 'Reject'],
    ['after', 'Reject'],
  ] as const)('that arrives %s the answer is counted once: %s', async (when, verb) => {
    const [call, outcome, sum] =
      verb === 'Approve' ? ([approveRequest, approved(tala), '2 1 0 3'] as const) : ([rejectRequest, rejected(tala), '2 0 1 3'] as const);
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(call, () => answer.promise);
    const { user } = await open();
    serveRequests([zaid, noor, outcome]);
    await user.click(getButton(`${verb} Tala Shami`));
    sendNow();
    if (when === 'before') arrives(joinRequestDecided, message(outcome));
    expect(counters()).toBe(sum);
    answer.give(verb === 'Approve' ? yes(approveRequest, outcome) : yes(rejectRequest, null));
    await waitFor(() => expect(shownNames()).toEqual(['Noor Abbadi', 'Zaid Rawashdeh']));
    if (when === 'after') arrives(joinRequestDecided, message(outcome));
    expect(counters()).toBe(sum);
    await user.click(within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name: /^All/ }));
    await user.click(await screen.findByRole('button', { name: 'Tala Shami' }));
    expect(detail().getByText('Omar')).toBeDefined();
    expect(counters()).toBe(sum);
  });
});

describe('a held rejection', () => {
  const reject = async () => {
    const view = await open();
    await view.user.click(getButton('Reject Tala Shami'));
    return view;
  };

  it('is sent after ten seconds, not earlier', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await reject();
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(bodies()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(bodies()).toEqual([[rejectRequest.path, { request_id: tala.Request_ID }]]);
    vi.useRealTimers();
  });

  it('is never sent after undo, and the request returns', async () => {
    const { user } = await reject();
    expect(counters()).toBe('2 0 1 3');
    await user.click(await screen.findByRole('button', { name: 'Undo' }, slow));
    await waitFor(() => expect(shownNames()).toEqual(['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']));
    expect(counters()).toBe('3 0 0 3');
    sendNow();
    expect(bodies()).toEqual([]);
  });

  it("is discarded by another admin's approval", async () => {
    await reject();
    serveRequests([zaid, noor, approved(tala)]);
    arrives(joinRequestDecided, message(approved(tala)));
    await waitFor(() => expect(counters()).toBe('2 1 0 3'));
    sendNow();
    expect(bodies()).toEqual([]);
  });

  it('is not sent in the name of the next user who signs in', async () => {
    await reject();
    act(() => clearUserState());
    sendNow();
    expect(bodies()).toEqual([]);
  });
});
