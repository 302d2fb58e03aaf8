import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerDemotion, askDemotion, demoteAdmin } from '#models/contract/demotions';
import { getAllMembers } from '#models/contract/member-list';
import type { Member } from '#models/contract/members';
import { getSocietiesByUser, getSocietyInfo } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import MembersPage from '@/pages/members-page';
import { aDemotion, serveDemotions } from '@/testing/fake-claims';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aMember, asMember } from '@/testing/society-fixtures';

const society = aSociety();
const boss = aMember({ Name: 'Layla Haddad', Role: 'admin' });
const omar = aMember({ Name: 'Omar Khalil', Role: 'admin' });
const rand = aMember({ Name: 'Rand Tarawneh' });

const serveMembers = (found: Member[], admins: number) =>
  onCall(getAllMembers, () => yes(getAllMembers, found, { next: null, counts: { total: found.length, admins, moderators: 0 } }));
const open = async () => {
  const view = show(
    <Routes>
      <Route path="/societies/:id/members" element={<MembersPage />} />
    </Routes>,
    { at: `/societies/${society.ID}/members` },
  );
  await screen.findByRole('button', { name: 'Invite people' });
  return view;
};
const bodiesOf = (path: string) => requests.filter((each) => each.path === path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'members', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  serveRequests([]);
  useSession.setState({ status: 'in', user: aUser({ ID: boss.ID, Name: boss.Name }) });
  onCall(getSocietyInfo, () => yes(getSocietyInfo, asMember(society, 'admin')));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  serveMembers([boss, omar, rand], 3);
});

describe('the menu of an admin', () => {
  it('asks for a demotion with a reason, among three admins', async () => {
    const asked = aDemotion({ Society_ID: society.ID, User: omar.ID, Asked_By: boss.ID });
    onCall(askDemotion, () => yes(askDemotion, asked));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'More about Omar Khalil' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ask to demote' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask to demote Omar Khalil?' }));
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send request' });
    expect(send.disabled).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Away since spring.');
    await user.click(send);
    await waitFor(() =>
      expect(bodiesOf(askDemotion.path)).toEqual([{ society_id: society.ID, user_id: omar.ID, reason: 'Away since spring.' }]),
    );
    expect(await screen.findByRole('listitem', { name: 'Request about Omar Khalil' })).toBeDefined();
  });

  it('has no such entry among two admins', async () => {
    serveMembers([boss, omar, rand], 2);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'More about Omar Khalil' }));
    expect(await screen.findByRole('menuitem', { name: 'View Profile' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Ask to demote' })).toBeNull();
  });

  it('lets a platform admin demote the only admin for a successor', async () => {
    useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }) });
    serveMembers([omar, rand], 1);
    onCall(demoteAdmin, () => yes(demoteAdmin, { society_id: society.ID, user_id: omar.ID, Role: 'member', Member_Count: 2, rev: 20 }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'More about Omar Khalil' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Demote' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Demote Omar Khalil?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Away since spring.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Demote' }).disabled).toBe(true);
    await user.click(await dialog.findByRole('radio', { name: 'Rand Tarawneh' }));
    await user.click(dialog.getByRole('button', { name: 'Demote' }));
    const input = { society_id: society.ID, user_id: omar.ID, reason: 'Away since spring.', successor: rand.ID };
    await waitFor(() => expect(bodiesOf(demoteAdmin.path)).toEqual([input]));
  });
});

describe('an open request', () => {
  it('is agreed to, and then taken back', async () => {
    const asked = aDemotion({ Society_ID: society.ID, User: omar.ID, Needed: 3 });
    serveDemotions(asked);
    onCall(answerDemotion, ({ body }) =>
      yes(answerDemotion, { ...asked, Agreed: body.agree ? [...asked.Agreed, boss.ID] : asked.Agreed, version: body.agree ? 2 : 3 }),
    );
    const { user } = await open();
    const row = within(await screen.findByRole('listitem', { name: 'Request about Omar Khalil' }));
    expect(row.getByText('1 of 3 agree')).toBeDefined();
    await user.click(row.getByRole('button', { name: 'Agree' }));
    expect(await row.findByText('2 of 3 agree')).toBeDefined();
    await user.click(row.getByRole('button', { name: 'No longer agree' }));
    expect(await row.findByText('1 of 3 agree')).toBeDefined();
  });

  it('disappears once it is done', async () => {
    const asked = aDemotion({ Society_ID: society.ID, User: omar.ID });
    serveDemotions(asked);
    onCall(answerDemotion, () => yes(answerDemotion, { ...asked, Status: 'done', version: 2 }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Agree' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Request about Omar Khalil' })).toBeNull());
  });
});
