import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { joinRequestDecided } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { getPostsBySociety } from '#models/contract/posts';
import { getSocietiesByUser, getSocietyInfo, type Society } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import SocietyPage from '@/pages/society-page';
import { societies } from '@/sync/societies';
import { serveMuted } from '@/testing/fake-mutes';
import { onCall, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import '../societies.live';

const me = aUser();
const society = aSociety({ Name: 'Robotics Society', Member_Count: 214, rev: 10 });
const pending: Society = { ...society, Request_Status: 'pending' };
const member: Society = { ...asMember(society), Request_Status: 'approved', rev: 11 };
const text = "You're in! Welcome to Robotics Society.";

const serve = (served: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
const open = async () => {
  const view = show(
    <Routes>
      <Route path="/societies/:id" element={<SocietyPage />} />
    </Routes>,
    { at: `/societies/${society.ID}` },
  );
  await screen.findByRole('heading', { level: 1 });
  return view;
};
/** Forgets the loaded society, as a new visit does. */
const clearCachedSociety = () => {
  queryClient.clear();
  societies.clear();
};
const letIn = () => {
  const { Member_Count, Event_Count, Post_Count } = society;
  arrives(joinRequestDecided, {
    society_id: society.ID,
    request_id: newId(),
    Status: 'approved',
    Reason: '',
    Decided_By: 'Omar Khalil',
    Decided_At: '2026-03-02T00:00:00.000Z',
    version: 2,
  });
  arrives(membershipChanged, {
    society_id: society.ID,
    user_id: me.ID,
    Role: 'member',
    Member_Count: Member_Count + 1,
    Event_Count,
    Post_Count,
    rev: 11,
  });
};

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'society', 'posts', 'events', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  clearUserState();
  useSession.setState({ status: 'in', user: me });
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [], { next: null }));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [], { next: null, counts: { upcoming: 0, completed: 0 } }));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
});

it('somebody who is let in while they look is welcomed, and closes the card', async () => {
  serve(pending);
  const { user } = await open();
  serve(member);
  letIn();
  const card = (await screen.findByText(text)).closest<HTMLElement>('[role="status"]');
  await user.click(within(card!).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

it('somebody who was let in since their last visit is welcomed once', async () => {
  serve(pending);
  const first = await open();
  first.unmount();
  clearCachedSociety();
  serve(member);
  const second = await open();
  expect(await screen.findByText(text)).toBeDefined();
  second.unmount();
  await open();
  expect(await screen.findByText('Member')).toBeDefined();
  expect(screen.queryByText(text)).toBeNull();
});

it('a member who did not ask in this browser is not welcomed', async () => {
  serve(member);
  await open();
  expect(await screen.findByText('Member')).toBeDefined();
  expect(screen.queryByText(text)).toBeNull();
});

it('somebody whose request was withdrawn is not welcomed by a later invitation', async () => {
  serve(pending);
  const first = await open();
  first.unmount();
  clearCachedSociety();
  serve(society);
  const second = await open();
  second.unmount();
  clearCachedSociety();
  serve(member);
  await open();
  expect(await screen.findByText('Member')).toBeDefined();
  expect(screen.queryByText(text)).toBeNull();
});

it('the welcome is written in Arabic, too', async () => {
  await chooseLanguage('ar');
  serve(pending);
  await open();
  serve(member);
  letIn();
  expect(await screen.findByText('أهلًا بك في Robotics Society!')).toBeDefined();
  await chooseLanguage('en');
});
