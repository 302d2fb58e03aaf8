import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { askToJoin, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn, withdrawRequest } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { getPostsBySociety } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getSocietiesByUser, getSocietyInfo, type Society, type SocietyRole, societyCounts } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import SocietyPage from '@/pages/society-page';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined, roomsLeft } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { aJoinRequest, asMember } from '@/testing/society-fixtures';
import { useOwnSocieties } from './own-societies';
import './membership.live';
import './societies.live';

const me = aUser();
const society = aSociety({ Name: 'Robotics Society', Member_Count: 214, rev: 10 });
const request = aJoinRequest({ User: me.ID });
const { Request_ID } = request;
const { Member_Count, Event_Count, Post_Count } = society;

const serve = (served: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
const seeing = (fields: Partial<Society['Can']>): Society => ({ ...society, Can: { ...society.Can, ...fields } });
const pending: Society = { ...society, Request_Status: 'pending' };
const member: Society = { ...asMember(society), Request_Status: 'approved', Member_Count: 215, rev: 11 };

function Page() {
  return (
    <Routes>
      <Route path="/societies/:id" element={<SocietyPage />} />
    </Routes>
  );
}
const open = async () => {
  const view = show(<Page />, { at: `/societies/${society.ID}` });
  await screen.findByRole('heading', { level: 1 });
  return view;
};
const banner = (): HTMLElement => screen.getByRole('heading', { level: 1 }).closest('header')!;
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
const state = (): string => {
  const header = within(banner());
  if (header.queryByText('Manager')) return 'Manager';
  if (header.queryByText('Member')) return 'Member';
  return header
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text && text !== 'Share' && text !== 'Follow')
    .join(', ');
};
const tabs = () => screen.queryByRole('navigation', { name: 'Society pages' });
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));

const asked = { society_id: society.ID, request };
const decided = (Status: 'approved' | 'rejected', version = 2) => ({
  society_id: society.ID,
  request_id: Request_ID,
  Status,
  Reason: '',
  Decided_By: 'Omar Khalil',
  Decided_At: '2026-03-02T00:00:00.000Z',
  version,
});
const withdrawn = { society_id: society.ID, request_id: Request_ID, version: 2 };
const belongs = (Role: SocietyRole | null, rev = 11, user_id = me.ID) => ({
  society_id: society.ID,
  user_id,
  Role,
  Member_Count: 215,
  Event_Count,
  Post_Count,
  rev,
});

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'society', 'posts', 'events', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  joined.length = 0;
  useSession.setState({ status: 'in', user: me });
  serve(society);
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [], { next: null }));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [], { next: null, counts: { upcoming: 0, completed: 0 } }));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  onCall(getJoinRequests, () => yes(getJoinRequests, [], { next: null, counts: { pending: 0, approved: 0, rejected: 0, total: 0 } }));
  onCall(askToJoin, () => yes(askToJoin, { status: 'pending', Request_ID, version: 1 }));
  onCall(withdrawRequest, () => yes(withdrawRequest, { Request_ID, version: 2 }));
});

describe('requesting to join', () => {
  it('shows progress, then the sent request, and focuses the withdraw button', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(askToJoin, () => answer.promise);
    const { user } = await open();
    await user.click(button('Join Society')!);
    expect(button('Sending...')?.getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Sending...')!);
    answer.give(yes(askToJoin, { status: 'pending', Request_ID, version: 1 }));
    await waitFor(() => expect(state()).toBe('Request Sent, Withdraw'));
    expect(button('Request Sent')?.disabled).toBe(true);
    expect(document.activeElement).toBe(button('Withdraw'));
    expect(requests.filter(({ path }) => path === askToJoin.path).map(({ body }) => body)).toEqual([{ society_id: society.ID }]);
  });

  it('joins at once if the society needs no approval', async () => {
    onCall(askToJoin, () => yes(askToJoin, { status: 'approved', Request_ID: null, version: null }));
    const { user } = await open();
    serve(member);
    await user.click(button('Join Society')!);
    await waitFor(() => expect(state()).toBe('Member'));
    expect(tabs()).not.toBeNull();
  });

  describeFailures('requesting to join', {
    call: askToJoin,
    open,
    act: (user) => user.click(button('Join Society')!),
    afterwards: () => expect(state()).toBe('Join Society'),
  });
});

describe('withdrawing a join request', () => {
  it('is shown before the answer, and focuses the join button', async () => {
    serve(pending);
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(withdrawRequest, () => answer.promise);
    const { user } = await open();
    await user.click(button('Withdraw')!);
    expect(state()).toBe('Join Society');
    expect(document.activeElement).toBe(button('Join Society'));
    answer.give(yes(withdrawRequest, { Request_ID, version: 2 }));
    await settled();
    expect(state()).toBe('Join Society');
  });

  describeFailures('withdrawing a join request', {
    call: withdrawRequest,
    open: () => {
      serve(pending);
      return open();
    },
    act: (user) => user.click(button('Withdraw')!),
    afterwards: () => expect(state()).toBe('Request Sent, Withdraw'),
  });

  it('shows the current status if the request was decided meanwhile', async () => {
    serve(pending);
    onCall(withdrawRequest, () => no(409, 'not_pending', 'There is no pending request.'));
    const { user } = await open();
    serve(member);
    await user.click(button('Withdraw')!);
    await waitFor(() => expect(state()).toBe('Member'));
  });
});

describe('live messages about the own join request', () => {
  it('created in another tab: same state as after a refetch; repeated and stale messages are ignored', async () => {
    await open();
    arrives(joinRequestCreated, asked);
    expect(state()).toBe('Request Sent, Withdraw');
    arrives(joinRequestCreated, asked);
    expect(state()).toBe('Request Sent, Withdraw');
    serve(pending);
    await refetchAll();
    expect(state()).toBe('Request Sent, Withdraw');
    arrives(joinRequestWithdrawn, withdrawn);
    arrives(joinRequestCreated, asked);
    expect(state()).toBe('Join Society');
  });

  it("ignore another person's request", async () => {
    await open();
    arrives(joinRequestCreated, { ...asked, request: aJoinRequest() });
    expect(state()).toBe('Join Society');
  });

  it('withdrawn in another tab: join is offered again', async () => {
    serve(pending);
    await open();
    arrives(joinRequestWithdrawn, withdrawn);
    expect(state()).toBe('Join Society');
    arrives(joinRequestWithdrawn, withdrawn);
    serve(society);
    await refetchAll();
    expect(state()).toBe('Join Society');
  });

  it('rejected: join is offered again', async () => {
    serve(pending);
    await open();
    arrives(joinRequestDecided, decided('rejected'));
    expect(state()).toBe('Join Society');
    serve({ ...society, Request_Status: 'rejected' });
    await refetchAll();
    expect(state()).toBe('Join Society');
    expect(screen.queryByRole('status', { name: /You are in/ })).toBeNull();
  });

  it('rejected: the open page shows one toast with the reason, and the same state after a refetch', async () => {
    serve(pending);
    await open();
    serve({ ...society, Request_Status: 'rejected' });
    arrives(joinRequestDecided, { ...decided('rejected'), Reason: 'We are full.' });
    arrives(joinRequestDecided, { ...decided('rejected'), Reason: 'We are full.' });
    const note = 'Your last request was not approved. You can ask again.';
    expect(screen.getByText(note)).toBeDefined();
    expect(await screen.findAllByText('Robotics Society did not approve your request. Reason: We are full.')).toHaveLength(1);
    await refetchAll();
    expect(screen.getByText(note)).toBeDefined();
  });

  it('pending while the society stops requiring approval: join is offered again', async () => {
    serve({ ...pending, Privacy: { ...society.Privacy!, visibility: 'public', joinApproval: false } });
    await open();
    expect(state()).toBe('Join Society');
  });

  it('approved: one toast with a link to the society', async () => {
    serve(pending);
    await open();
    arrives(joinRequestDecided, decided('approved'));
    arrives(joinRequestDecided, decided('approved'));
    expect(await screen.findAllByText('You are in! Robotics Society approved your request.')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(`/societies/${society.ID}`);
  });

  it("ignore other people's requests that an admin receives", async () => {
    serve({ ...seeing({ manageRequests: true }), Request_Status: 'pending' });
    await open();
    arrives(joinRequestDecided, { ...decided('approved'), request_id: newId() });
    arrives(joinRequestWithdrawn, { ...withdrawn, request_id: newId() });
    expect(state()).toBe('Request Sent, Withdraw');
  });

  it('win over the answer to the request that they overtook', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(askToJoin, () => answer.promise);
    const { user } = await open();
    await user.click(button('Join Society')!);
    arrives(joinRequestCreated, asked);
    arrives(joinRequestDecided, decided('rejected'));
    answer.give(yes(askToJoin, { status: 'pending', Request_ID, version: 1 }));
    await settled();
    expect(state()).toBe('Join Society');
  });

  it('win over a page that was requested earlier', async () => {
    await open();
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getSocietyInfo, () => answer.promise);
    const done = refetchAll();
    arrives(joinRequestCreated, asked);
    answer.give(yes(getSocietyInfo, society));
    await done;
    expect(state()).toBe('Request Sent, Withdraw');
  });

  it('are applied to a society that loads later', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getSocietyInfo, () => answer.promise);
    show(<Page />, { at: `/societies/${society.ID}` });
    await settled();
    arrives(joinRequestCreated, asked);
    answer.give(yes(getSocietyInfo, society));
    await screen.findByRole('heading', { level: 1 });
    expect(state()).toBe('Request Sent, Withdraw');
  });

  it('are cleared at sign-out', async () => {
    await open();
    arrives(joinRequestCreated, asked);
    act(() => {
      queryClient.clear();
      clearUserState();
    });
    await waitFor(() => expect(state()).toBe('Join Society'));
  });
});

describe('live messages about the own membership', () => {
  it('approved: button, tabs, counters and rooms change before any refetch', async () => {
    serve(pending);
    await open();
    onCall(getSocietyInfo, () => new Promise(() => {}));
    arrives(membershipChanged, belongs('member'));
    expect(state()).toBe('Member');
    expect(within(tabs()!).getByRole('link', { name: 'Timeline' })).toBeDefined();
    expect(within(tabs()!).getByRole('link', { name: 'Join Requests' }).getAttribute('aria-disabled')).toBe('true');
    expect(within(banner()).getByText('215')).toBeDefined();
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('society', society.ID)));
  });

  it('approved: the focus moves on when the focused button is replaced', async () => {
    serve(pending);
    await open();
    button('Withdraw')!.focus();
    serve(member);
    arrives(membershipChanged, belongs('member'));
    expect(document.activeElement?.textContent).toBe('Member');
  });

  it('give the same state as a refetch; repeated and stale messages are ignored', async () => {
    serve(pending);
    await open();
    serve(member);
    arrives(membershipChanged, belongs('member'));
    await settled();
    arrives(membershipChanged, belongs('member'));
    arrives(membershipChanged, belongs(null, 9));
    expect(state()).toBe('Member');
    await refetchAll();
    expect(state()).toBe('Member');
  });

  it('joined: hidden posts are loaded', async () => {
    serve(seeing({ seePosts: false, seeEvents: false }));
    await open();
    expect(screen.getByText('Only members see the posts')).toBeDefined();
    serve(member);
    arrives(membershipChanged, belongs('member'));
    expect(screen.queryByText('Only members see the posts')).toBeNull();
    expect(await screen.findByText('No recent activity')).toBeDefined();
  });

  it('role changed: the join requests tab is unlocked for an admin and locked again', async () => {
    serve(member);
    await open();
    onCall(getSocietyInfo, () => new Promise(() => {}));
    arrives(membershipChanged, belongs('admin', 12));
    expect(state()).toBe('Manager');
    expect(within(tabs()!).getByRole('link', { name: 'Join Requests' }).getAttribute('aria-disabled')).toBeNull();
    arrives(membershipChanged, belongs('member', 13));
    expect(within(tabs()!).getByRole('link', { name: 'Join Requests' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('removed: the tabs disappear and join is offered again', async () => {
    serve(member);
    await open();
    serve({ ...society, rev: 12 });
    arrives(membershipChanged, belongs(null, 12));
    expect(state()).toBe('Join Society');
    expect(tabs()).toBeNull();
    await refetchAll();
    expect(state()).toBe('Join Society');
  });

  it('win over a page that was requested earlier', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getSocietyInfo, () => answer.promise);
    show(<Page />, { at: `/societies/${society.ID}` });
    await settled();
    serve(member);
    arrives(membershipChanged, belongs('member'));
    answer.give(yes(getSocietyInfo, pending));
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(state()).toBe('Member'));
  });

  it('of other people change only the counters', async () => {
    await open();
    arrives(membershipChanged, belongs('admin', 11, newId()));
    expect(state()).toBe('Join Society');
    expect(within(banner()).getByText('215')).toBeDefined();
    arrives(membershipChanged, { ...belongs('member', 9, newId()), Member_Count: 3 });
    expect(within(banner()).getByText('215')).toBeDefined();
  });

  it('refetch the own societies', async () => {
    function Own() {
      useOwnSocieties();
      return null;
    }
    await open();
    show(<Own />);
    const asks = () => requests.filter(({ path }) => path === getSocietiesByUser.path).length;
    await waitFor(() => expect(asks()).toBe(1));
    arrives(membershipChanged, belongs('member'));
    await waitFor(() => expect(asks()).toBe(2));
  });
});

describe('live messages about the society counts', () => {
  const figures = () => [...banner().querySelectorAll('dd')].map(({ textContent }) => textContent);
  const counts = { society_id: society.ID, Member_Count, Event_Count: 4, Post_Count: 41, rev: 11 };

  it('give the same state as a refetch; repeated and stale messages are ignored', async () => {
    await open();
    arrives(societyCounts, counts);
    expect(figures()).toEqual(['214', '4', '41']);
    arrives(societyCounts, counts);
    arrives(societyCounts, { ...counts, Post_Count: 39, rev: 8 });
    expect(figures()).toEqual(['214', '4', '41']);
    serve({ ...society, Event_Count: 4, Post_Count: 41, rev: 11 });
    await refetchAll();
    expect(figures()).toEqual(['214', '4', '41']);
    expect(screen.getByText('41 posts')).toBeDefined();
  });
});

describe('a lost right', () => {
  it('shows the missing page without an error if the society became invisible', async () => {
    await open();
    onCall(getSocietyInfo, () => no(404, 'not_found', 'Not found.'));
    roomsLeft([roomOf('societyPublic', society.ID), roomOf('society', society.ID)]);
    expect(await screen.findByRole('heading', { name: 'Society not found' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('hides the posts and leaves the header if only they became invisible', async () => {
    serve(member);
    await open();
    serve({ ...seeing({ seePosts: false, seeEvents: false }), rev: 12 });
    roomsLeft([roomOf('society', society.ID)]);
    expect(await screen.findByText('Only members see the posts')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Robotics Society' })).toBeDefined();
  });

  it('in rooms of other things causes no refetch', async () => {
    await open();
    roomsLeft([roomOf('feed'), roomOf('post', newId())]);
    await settled();
    expect(requests.filter(({ path }) => path === getSocietyInfo.path)).toHaveLength(1);
  });
});

describe('a role change or removal by another person', () => {
  const news = (text: string) => screen.queryAllByText(text);
  const out = 'You are no longer a member of Robotics Society.';

  it('shows one toast, leaves the page open and focuses the heading', async () => {
    serve(member);
    await open();
    screen.getByRole('link', { name: 'Timeline' }).focus();
    serve(society);
    arrives(membershipChanged, belongs(null, 12));
    arrives(membershipChanged, belongs(null, 12));
    expect(await screen.findAllByText(out)).toHaveLength(1);
    await waitFor(() => expect(state()).toBe('Join Society'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it.each([
    ['admin', 'You are now an admin of Robotics Society.'],
    ['moderator', 'You are now a moderator of Robotics Society.'],
  ] as const)('shows a toast for the new role %s', async (role, text) => {
    serve(member);
    await open();
    arrives(membershipChanged, belongs(role, 12));
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('shows no toast for own actions, other people and stale messages', async () => {
    serve(member);
    await open();
    arrives(membershipChanged, belongs(null, 12, newId()));
    arrives(membershipChanged, belongs(null, 9));
    noteOwnAction(society.ID);
    arrives(membershipChanged, belongs('moderator', 13));
    await settled();
    expect([...news(out), ...news('You are now a moderator of Robotics Society.')]).toEqual([]);
  });
});
