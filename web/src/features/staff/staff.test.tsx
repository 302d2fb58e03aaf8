import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmStaffChange,
  getStaff,
  giveUpScopes,
  proposeStaffChange,
  type StaffMember,
  withdrawStaffChange,
} from '#models/contract/staff';
import { staffChanged } from '#models/contract/staff-scopes';
import { getAllUsers, getUserInfo } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { startSession, useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import AdminStaffPage from '@/pages/admin-staff-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { anAccount, aProposal } from '@/testing/people-fixtures';
import { show } from '@/testing/render';

const me = aUser({ Role: 'admin' });
const { ID, Name, Image } = anAccount();
const given = {
  Given_By: { ID: me.ID, Name: 'Layla', Image: '' },
  Confirmed_By: { ID, Name: 'Dana', Image: '' },
  Given_At: '2026-01-01T00:00:00.000Z',
};
const rand: StaffMember = { ID, Name, Image, Grants: [{ Scope: 'support', ...given }], version: 1 };
const own: StaffMember = {
  ...{ ID: me.ID, Name: me.Name, Image: '', version: 1 },
  Grants: [{ Scope: 'all', Given_By: null, Confirmed_By: null, Given_At: null }],
};
const theirs = aProposal();
const mine = aProposal({ Proposed_By: { ID: me.ID, Name: me.Name, Image: '' } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const serve = (...proposals: (typeof theirs)[]) => onCall(getStaff, () => yes(getStaff, { people: [own, rand], proposals }));
const open = async () => {
  const view = show(<AdminStaffPage />, { at: '/admin/staff' });
  await screen.findByText('Waiting for a second person');
  return view;
};

beforeAll(async () => {
  await i18n.loadNamespaces(['moderation', 'staff', 'shell']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  serve();
});

describe('the page of staff rights', () => {
  it('shows who gave and who confirmed each right, and no button for oneself', async () => {
    await open();
    const list = within(screen.getByRole('region', { name: 'Nadi team' }));
    expect(list.getByText(/given by/).textContent).toMatch(/given by Layla · confirmed by Dana/);
    expect(list.getByText('set on the server or by the university')).toBeDefined();
    expect(list.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual(['Change the rights of Rand Tarawneh']);
    expect(screen.getByText('No proposals')).toBeDefined();
  });

  it('shows a load error', async () => {
    onCall(getStaff, () => no(500, 'internal', 'Boom'));
    show(<AdminStaffPage />);
    expect(await screen.findByText('The staff rights did not load')).toBeDefined();
  });

  it('shows a proposal and its end without a reload', async () => {
    await open();
    serve(theirs);
    arrives(staffChanged, { user_id: theirs.Person.ID, version: 2 });
    expect(await screen.findByRole('article', { name: 'Proposal for Rand Tarawneh' })).toBeDefined();
    serve();
    arrives(staffChanged, { user_id: theirs.Person.ID, version: 3 });
    expect(await screen.findByText('No proposals')).toBeDefined();
  });

  it('shows single scopes only what is theirs, without asking for the staff', async () => {
    useSession.setState({ status: 'in', user: aUser({ Scopes: ['support'] }) });
    show(<AdminStaffPage />);
    expect(await screen.findByText('Your rights')).toBeDefined();
    expect(screen.queryByText('Waiting for a second person')).toBeNull();
    expect(requests).toEqual([]);
  });
});

describe('a proposal', () => {
  it('of somebody else is confirmed after a question', async () => {
    serve(theirs);
    const { user } = await open();
    onCall(confirmStaffChange, () => yes(confirmStaffChange, { ...theirs, Status: 'confirmed' }));
    await user.click(button('Confirm'));
    expect(await screen.findByText('Give Rand Tarawneh these rights?')).toBeDefined();
    serve();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Confirmed.')).toBeDefined();
    expect(requests.find(({ path }) => path === confirmStaffChange.path)?.body).toEqual({ proposal_id: theirs.ID });
    expect(await screen.findByText('No proposals')).toBeDefined();
  });

  it('of oneself can only be withdrawn', async () => {
    serve(mine);
    const { user } = await open();
    expect(screen.getByText('Someone else has to confirm this.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    onCall(withdrawStaffChange, () => yes(withdrawStaffChange, { ...mine, Status: 'withdrawn' }));
    serve();
    await user.click(button('Withdraw'));
    expect(await screen.findByText('Withdrawn.')).toBeDefined();
  });

  it('that takes own rights can be confirmed, but not rejected', async () => {
    serve(aProposal({ Kind: 'take', Scopes: ['all'], Person: { ID: me.ID, Name: me.Name, Image: '' } }));
    await open();
    expect(screen.getByText('Someone else decides on this, because it is about you.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
    expect(button('Confirm')).toBeDefined();
  });
});

describe('proposing', () => {
  const search = async () => {
    const view = await open();
    onCall(getAllUsers, () => yes(getAllUsers, [anAccount({ Name: 'Sami' })], { next: null }));
    await view.user.type(screen.getByRole('searchbox'), 'Sami');
    await view.user.click(await screen.findByRole('button', { name: 'Change the rights of Sami' }));
    return view;
  };

  it('gives somebody found by name some rights', async () => {
    const { user } = await search();
    await user.click(await screen.findByLabelText('Moderation'));
    await user.click(screen.getByLabelText('Support'));
    onCall(proposeStaffChange, () => yes(proposeStaffChange, mine));
    serve(mine);
    await user.click(button('Propose'));
    expect(await screen.findByText(/A second person has to confirm it within 7 days/)).toBeDefined();
    expect(requests.find(({ path }) => path === proposeStaffChange.path)?.body).toMatchObject({
      kind: 'give',
      scopes: ['moderate', 'support'],
    });
    expect(await screen.findByText('Someone else has to confirm this.')).toBeDefined();
  });

  it('takes only what somebody has, and gives only what they lack', async () => {
    const { user } = await open();
    await user.click(button('Change the rights of Rand Tarawneh'));
    await screen.findByLabelText('Moderation');
    expect(screen.queryByLabelText('Support')).toBeNull();
    await user.click(screen.getByLabelText('Remove rights'));
    expect(screen.getByLabelText('Support')).toBeDefined();
    expect(screen.queryByLabelText('Moderation')).toBeNull();
    expect(button('Propose').getAttribute('aria-disabled') ?? String(button('Propose').disabled)).toBe('true');
  });

  describeFailures('proposing', {
    call: proposeStaffChange,
    open: search,
    act: async (user) => {
      await user.click(await screen.findByLabelText('Support'));
      await user.click(button('Propose'));
    },
    afterwards: () => expect(screen.getByLabelText<HTMLInputElement>('Support').checked).toBe(true),
  });
});

describe('own rights', () => {
  it('are given up alone, and the pages go with them', async () => {
    const staff = aUser({ Scopes: ['support', 'report'] });
    saveToken('own', true);
    useSession.setState({ status: 'in', user: staff });
    const { user } = show(<AdminStaffPage />);
    await user.click(await screen.findByRole('button', { name: 'Give up rights' }));
    await user.click(await screen.findByLabelText('Support'));
    onCall(giveUpScopes, () => yes(giveUpScopes, { Scopes: ['report'] }));
    onCall(getUserInfo, () => yes(getUserInfo, { ...staff, Scopes: ['report'] }));
    await user.click(button('Give up'));
    expect(await screen.findByText('You no longer have these rights.')).toBeDefined();
    await waitFor(() => expect(useSession.getState().user?.Scopes).toEqual(['report']));
  });

  it('follow the message of a change', async () => {
    const staff = aUser({ Scopes: ['support'] });
    saveToken('own', true);
    onCall(getUserInfo, () => yes(getUserInfo, staff));
    await startSession();
    onCall(getUserInfo, () => yes(getUserInfo, { ...staff, Scopes: ['moderate'] }));
    arrives(staffChanged, { user_id: staff.ID, version: 2 });
    await waitFor(() => expect(useSession.getState().user?.Scopes).toEqual(['moderate']));
  });
});
