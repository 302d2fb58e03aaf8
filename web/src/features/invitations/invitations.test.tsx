import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { getOwnRequests, joinRequestDecided, type OwnJoinRequest, withdrawRequest } from '#models/contract/join-requests';
import { getSocietiesByUser, getSocietyInfo } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import InvitationsPage from '@/pages/invitations-page';
import { SocietyPageFrame } from '@/pages/society-page-frame';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { serveInvitations } from '@/testing/fake-invitations';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { anInvitation } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { aJoinRequest, asMember } from '@/testing/society-fixtures';

const society = aSociety({ Name: 'Wadi Hikers' });
const invitation = anInvitation({ Society: { ...society, Member_Count: 1388 }, Invited_By: { ID: society.ID, Name: 'Hala', Image: '' } });
const sent: OwnJoinRequest = { ...aJoinRequest({ Answer: 'I walk.' }), Society_ID: society.ID, Society: society };
const answered = { society_id: society.ID, Role: 'member' as const, version: 2 };

const serveSent = (...found: OwnJoinRequest[]) => onCall(getOwnRequests, () => yes(getOwnRequests, found, { next: null }));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const open = async () => {
  const view = show(<InvitationsPage />, { at: '/invitations' });
  await screen.findByRole('heading', { level: 1, name: 'Invitations' });
  await screen.findByRole('button', { name: 'Accept the invitation to Wadi Hikers' });
  return view;
};
const accept = (user: Awaited<ReturnType<typeof open>>['user']) => user.click(button('Accept the invitation to Wadi Hikers'));

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'invitations', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serveMuted();
  serveRequests([]);
  serveInvitations(invitation);
  serveSent(sent);
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
});

describe('the own invitations', () => {
  it('show society, size and inviting person; accepting shows a toast and removes the invitation', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(acceptInvitation, () => answer.promise);
    const { user } = await open();
    expect(screen.getByText(/^Hala invited you/)).toBeDefined();
    expect(screen.getByText('1,388 members')).toBeDefined();
    await accept(user);
    expect(button('Joining...').getAttribute('aria-disabled')).toBe('true');
    expect(button('Decline the invitation to Wadi Hikers').disabled).toBe(true);
    serveInvitations();
    answer.give(yes(acceptInvitation, answered));
    expect(await screen.findByText('Welcome to Wadi Hikers.')).toBeDefined();
    expect(requests.find(({ path }) => path === acceptInvitation.path)?.body).toEqual({ invitation_id: invitation.ID });
    expect(await screen.findByText('No invitations')).toBeDefined();
  });

  it('to a political society say who will see the membership before they are accepted', async () => {
    const political = aSociety({ Name: 'Wadi Hikers', Category: 'Political' });
    serveInvitations({ ...invitation, Society: { ...political, Member_Count: 3 } });
    onCall(getSocietyInfo, () => yes(getSocietyInfo, political));
    onCall(acceptInvitation, () => yes(acceptInvitation, answered));
    const sentNow = () => requests.filter(({ path }) => path === acceptInvitation.path).length;
    const { user } = await open();
    const before = sentNow();
    await accept(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Join Wadi Hikers?' }));
    expect(dialog.getByText('Being a member of this society can say something about your political opinions.')).toBeDefined();
    expect(sentNow()).toBe(before);
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Welcome to Wadi Hikers.')).toBeDefined();
    expect(sentNow()).toBe(before + 1);
  });

  it('can be declined, without a toast', async () => {
    onCall(declineInvitation, () => yes(declineInvitation, { society_id: society.ID, version: 2 }));
    const { user } = await open();
    serveInvitations();
    await user.click(button('Decline the invitation to Wadi Hikers'));
    expect(await screen.findByText('No invitations')).toBeDefined();
    expect(document.querySelector('.Toastify')?.textContent ?? '').toBe('');
  });

  it('appear and disappear live as they are sent and withdrawn', async () => {
    await open();
    const another = anInvitation();
    serveInvitations(another, invitation);
    arrives(invitationNew, { invitation: another });
    expect(await screen.findByRole('link', { name: 'Robotics Society' })).toBeDefined();
    serveInvitations(another);
    arrives(invitationRemoved, { invitation_id: invitation.ID, version: 2 });
    expect(screen.queryByRole('button', { name: 'Accept the invitation to Wadi Hikers' })).toBeNull();
  });

  it('are translated to Arabic', async () => {
    await chooseLanguage('ar');
    show(<InvitationsPage />);
    expect(await screen.findByRole('button', { name: 'قبول الدعوة إلى Wadi Hikers' })).toBeDefined();
    await chooseLanguage('en');
  });

  describeFailures('accepting an invitation', {
    call: acceptInvitation,
    open,
    act: accept,
    afterwards: () => expect(button('Accept the invitation to Wadi Hikers').disabled).toBe(false),
  });
});

describe('the own join requests', () => {
  it('are listed until they are answered, and can be withdrawn', async () => {
    onCall(withdrawRequest, () => yes(withdrawRequest, { Request_ID: sent.Request_ID, version: 2 }));
    const { user } = await open();
    const section = within(screen.getByRole('region', { name: 'Requests you sent' }));
    expect(await section.findByText('I walk.')).toBeDefined();
    serveSent();
    await user.click(button('Withdraw the request to Wadi Hikers'));
    expect(await section.findByText('No open requests')).toBeDefined();
    expect(requests.find(({ path }) => path === withdrawRequest.path)?.body).toEqual({ society_id: society.ID });
    serveSent(sent);
    const decided = { request_id: sent.Request_ID, Status: 'rejected', Reason: '', Decided_By: null, Decided_At: null } as const;
    arrives(joinRequestDecided, { society_id: society.ID, ...decided, version: 2 });
    expect(await section.findByText('I walk.')).toBeDefined();
  });

  it('offer a retry when they do not load', async () => {
    onCall(getOwnRequests, () => no(500, 'internal', 'Boom'));
    const { user } = await open();
    expect(await screen.findByText('Your requests did not load')).toBeDefined();
    serveSent(sent);
    await user.click(button('Try again'));
    expect(await screen.findByText('I walk.')).toBeDefined();
  });
});

describe('the invitation banner of a society', () => {
  const openSociety = () =>
    show(
      <Routes>
        <Route path="/societies/:id" element={<SocietyPageFrame tab="timeline">{({ Role }) => <p>{`As ${Role}`}</p>}</SocietyPageFrame>} />
      </Routes>,
      { at: `/societies/${society.ID}` },
    );

  it('is shown to an invited viewer, who becomes a member by accepting', async () => {
    onCall(getSocietyInfo, () => yes(getSocietyInfo, society));
    onCall(acceptInvitation, () => yes(acceptInvitation, answered));
    const { user } = openSociety();
    const banner = within(await screen.findByRole('region', { name: 'Invitation' }));
    expect(banner.getByText('Hala invited you to join.')).toBeDefined();
    onCall(getSocietyInfo, () => yes(getSocietyInfo, { ...asMember(society), rev: 2 }));
    serveInvitations();
    await accept(user);
    expect(await screen.findByText('As member')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Invitation' })).toBeNull());
  });

  it('is not shown to members and visitors', async () => {
    onCall(getSocietyInfo, () => yes(getSocietyInfo, society));
    useSession.setState({ status: 'out', user: null });
    openSociety();
    expect(await screen.findByText('As null')).toBeDefined();
    expect(requests.some(({ path }) => path.includes('invitations'))).toBe(false);
  });
});
