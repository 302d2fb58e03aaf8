import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { type JoinRequest, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { requestsAnswer, serveRequests } from '@/testing/fake-join-requests';
import { onCall, type yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { aJoinRequest } from '@/testing/society-fixtures';
import { JoinRequests } from './join-requests';
import { PendingCount } from './pending-count';

const societyId = newId();
const zaid = aJoinRequest({ User_Name: 'Zaid Rawashdeh' });
const tala = aJoinRequest({ User_Name: 'Tala Shami' });
const noor = aJoinRequest();
const decision = (request: JoinRequest, Status: 'approved' | 'rejected' = 'approved'): JoinRequest => ({
  ...request,
  Status,
  Decided_By: 'Hala Zoubi',
  Decided_At: '2026-03-02T00:00:00.000Z',
  History: [{ Status, At: '2026-03-02T00:00:00.000Z', By: 'Hala Zoubi', Reason: '' }],
  version: 2,
});
const created = (request: JoinRequest) => ({ society_id: societyId, request });
const decided = ({ Request_ID, Status, Reason, Decided_By, Decided_At, version }: JoinRequest) => ({
  society_id: societyId,
  request_id: Request_ID,
  Status,
  Reason,
  Decided_By,
  Decided_At,
  version,
});
const withdrawn = ({ Request_ID }: JoinRequest) => ({ society_id: societyId, request_id: Request_ID, version: 2 });

async function open() {
  const view = show(
    <>
      <PendingCount societyId={societyId} />
      <JoinRequests societyId={societyId} />
    </>,
  );
  await screen.findByRole('button', { name: 'Zaid Rawashdeh' });
  await screen.findByText('Pending Requests');
  return view;
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Requests' }))
    .getAllByRole('listitem')
    .filter((row) => !row.hasAttribute('data-leaving'))
    .map((row) => row.querySelector('b')?.textContent);
const counters = () =>
  [...(screen.getByText('Pending Requests').closest('dl')?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent).join(' ');
const seen = () => ({ rows: rows(), counters: counters() });
const filterButton = (name: RegExp) => within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name });

/** Expects rows and counters to be the same after refetching everything. */
async function expectSameAfterRefetch() {
  const before = seen();
  await refetchAll();
  expect(seen()).toEqual(before);
}

beforeAll(async () => {
  await i18n.loadNamespaces(['join-requests']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serveRequests([zaid, tala]);
});

describe('join-request:created', () => {
  it('adds the request first, marked as new, updates the counters and announces it', async () => {
    await open();
    serveRequests([zaid, tala, noor]);
    arrives(joinRequestCreated, created(noor));
    expect(seen()).toEqual({ rows: ['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh'], counters: '3 0 0 3' });
    expect(within(screen.getByRole('button', { name: 'Noor Abbadi' })).getByText('New')).toBeDefined();
    expect(screen.getByText('1 new request').closest('[role="status"]')).not.toBeNull();
    expect(await screen.findByText('3 pending requests')).toBeDefined();
    await expectSameAfterRefetch();
  });

  it('is applied once if received twice', async () => {
    await open();
    serveRequests([zaid, tala, noor]);
    arrives(joinRequestCreated, created(noor));
    arrives(joinRequestCreated, created(noor));
    expect(seen()).toEqual({ rows: ['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh'], counters: '3 0 0 3' });
  });

  it('is ignored if stale: for a loaded or decided request', async () => {
    await open();
    arrives(joinRequestCreated, created(tala));
    expect(seen()).toEqual({ rows: ['Tala Shami', 'Zaid Rawashdeh'], counters: '2 0 0 2' });
    serveRequests([zaid, decision(tala)]);
    arrives(joinRequestDecided, decided(decision(tala)));
    arrives(joinRequestCreated, created(tala));
    expect(seen()).toEqual({ rows: ['Zaid Rawashdeh'], counters: '1 1 0 2' });
  });

  it('of another society is ignored', async () => {
    await open();
    arrives(joinRequestCreated, { society_id: newId(), request: noor });
    expect(seen()).toEqual({ rows: ['Tala Shami', 'Zaid Rawashdeh'], counters: '2 0 0 2' });
  });

  it('received before the first answer is not lost', async () => {
    const answers = [deferred<ReturnType<typeof yes>>(), deferred<ReturnType<typeof yes>>()];
    const queries: URLSearchParams[] = [];
    onCall(getJoinRequests, ({ query }) => {
      queries.push(query);
      return answers[queries.length - 1]?.promise ?? requestsAnswer([zaid, noor], query);
    });
    show(
      <>
        <PendingCount societyId={societyId} />
        <JoinRequests societyId={societyId} />
      </>,
    );
    await waitFor(() => expect(queries).toHaveLength(2));
    arrives(joinRequestCreated, created(noor));
    queries.forEach((query, index) => {
      answers[index]?.give(requestsAnswer([zaid], query));
    });
    await screen.findByRole('button', { name: 'Zaid Rawashdeh' });
    expect(rows()).toEqual(['Noor Abbadi', 'Zaid Rawashdeh']);
    await waitFor(() => expect(counters()).toBe('2 0 0 2'));
  });

  it('marks the request as new until it is selected', async () => {
    const { user } = await open();
    serveRequests([zaid, tala, noor]);
    arrives(joinRequestCreated, created(noor));
    await user.click(screen.getByRole('button', { name: 'Noor Abbadi' }));
    expect(screen.queryByText('New')).toBeNull();
  });

  it('is held back behind a pill while the viewer has scrolled down', async () => {
    const { user } = await open();
    serveRequests([zaid, tala, noor]);
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300);
    arrives(joinRequestCreated, created(noor));
    expect(seen()).toEqual({ rows: ['Tala Shami', 'Zaid Rawashdeh'], counters: '3 0 0 3' });
    vi.restoreAllMocks();
    await user.click(screen.getByRole('button', { name: '1 new request' }));
    expect(rows()).toEqual(['Noor Abbadi', 'Tala Shami', 'Zaid Rawashdeh']);
  });

  it('of a repeated request shows both requests under all', async () => {
    const old = decision(tala, 'rejected');
    serveRequests([zaid, old]);
    const { user } = await open();
    const again = aJoinRequest({ User: tala.User, User_Name: 'Tala Shami' });
    serveRequests([zaid, old, again]);
    arrives(joinRequestCreated, created(again));
    await user.click(filterButton(/^All/));
    await waitFor(() => expect(rows()).toEqual(['Tala Shami', 'Tala Shami', 'Zaid Rawashdeh']));
  });
});

describe('join-request:decided', () => {
  it.each([
    ['approved', '1 1 0 2'],
    ['rejected', '1 0 1 2'],
  ] as const)('%s by another admin removes the request and updates the counters', async (Status, counted) => {
    await open();
    serveRequests([zaid, decision(tala, Status)]);
    arrives(joinRequestDecided, decided(decision(tala, Status)));
    expect(seen()).toEqual({ rows: ['Zaid Rawashdeh'], counters: counted });
    await expectSameAfterRefetch();
  });

  it('is ignored if received twice or stale', async () => {
    await open();
    serveRequests([zaid, decision(tala)]);
    arrives(joinRequestDecided, decided(decision(tala)));
    arrives(joinRequestDecided, decided(decision(tala)));
    arrives(joinRequestDecided, { ...decided(decision(tala, 'rejected')), version: 1 });
    expect(seen()).toEqual({ rows: ['Zaid Rawashdeh'], counters: '1 1 0 2' });
  });

  it('moves the request into the list of its new status without a fetch', async () => {
    const { user } = await open();
    await user.click(filterButton(/^All/));
    await waitFor(() => expect(rows()).toHaveLength(2));
    serveRequests([zaid, decision(tala)]);
    arrives(joinRequestDecided, decided(decision(tala)));
    expect(rows()).toEqual(['Tala Shami', 'Zaid Rawashdeh']);
    const row = screen.getByRole('button', { name: 'Tala Shami' }).closest('li')!;
    expect(within(row).getByText('Approved')).toBeDefined();
    await expectSameAfterRefetch();
  });

  it('shows the deciding admin in the open detail, without buttons', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Tala Shami' }));
    arrives(joinRequestDecided, decided(decision(tala)));
    const detail = within(screen.getByRole('region', { name: 'Request' }));
    expect(detail.getByText('Hala Zoubi')).toBeDefined();
    expect(detail.queryByRole('button')).toBeNull();
  });

  it('of a request that is not loaded refetches the counters', async () => {
    await open();
    serveRequests([zaid, tala, decision(noor)]);
    arrives(joinRequestDecided, decided(decision(noor)));
    expect(counters()).toBe('2 0 0 2');
    await waitFor(() => expect(counters()).toBe('2 1 0 3'));
  });

  it('wins over a list that was requested earlier', async () => {
    await open();
    const slow = deferred<ReturnType<typeof yes>>();
    const queries: URLSearchParams[] = [];
    onCall(getJoinRequests, ({ query }) => {
      if (query.get('limit') !== '20') return requestsAnswer([zaid, decision(tala)], query);
      queries.push(query);
      return slow.promise;
    });
    void queryClient.refetchQueries();
    await waitFor(() => expect(queries).toHaveLength(1));
    arrives(joinRequestDecided, decided(decision(tala)));
    slow.give(requestsAnswer([zaid, tala], queries[0]!));
    await waitFor(() => expect(seen()).toEqual({ rows: ['Zaid Rawashdeh'], counters: '1 1 0 2' }));
  });
});

describe('join-request:withdrawn', () => {
  it('removes the request from list, counters and detail', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Tala Shami' }));
    serveRequests([zaid]);
    arrives(joinRequestWithdrawn, withdrawn(tala));
    expect(seen()).toEqual({ rows: ['Zaid Rawashdeh'], counters: '1 0 0 1' });
    expect(screen.getByText('Select a Request')).toBeDefined();
    await expectSameAfterRefetch();
  });

  it('is harmless if received twice or before `created`', async () => {
    await open();
    serveRequests([zaid]);
    arrives(joinRequestWithdrawn, withdrawn(tala));
    arrives(joinRequestWithdrawn, withdrawn(tala));
    arrives(joinRequestCreated, created(tala));
    expect(seen()).toEqual({ rows: ['Zaid Rawashdeh'], counters: '1 0 0 1' });
    arrives(joinRequestWithdrawn, withdrawn(noor));
    arrives(joinRequestCreated, created(noor));
    expect(rows()).toEqual(['Zaid Rawashdeh']);
  });

  it('wins over a list that was requested earlier', async () => {
    await open();
    const slow = deferred<ReturnType<typeof yes>>();
    const queries: URLSearchParams[] = [];
    onCall(getJoinRequests, ({ query }) => {
      if (query.get('limit') !== '20') return requestsAnswer([zaid], query);
      queries.push(query);
      return slow.promise;
    });
    void queryClient.refetchQueries();
    await waitFor(() => expect(queries).toHaveLength(1));
    arrives(joinRequestWithdrawn, withdrawn(tala));
    slow.give(requestsAnswer([zaid, tala], queries[0]!));
    await waitFor(() => expect(seen()).toEqual({ rows: ['Zaid Rawashdeh'], counters: '1 0 0 1' }));
  });
});
