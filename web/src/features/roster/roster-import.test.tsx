import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldTexts } from '#models/contract/field-texts';
import { applyRoster, getScim, planRoster, type RosterPlan } from '#models/contract/roster';
import { getAllUsers } from '#models/contract/users';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AdminPeoplePage from '@/pages/admin-people-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { anAccount } from '@/testing/people-fixtures';
import { show } from '@/testing/render';

const counts = { New: 0, Changed: 0, Back: 0, Gone: 0, Same: 0, Missing: 0 };
const aPlan = (over: Partial<RosterPlan> = {}): RosterPlan => ({
  Plan: 'a'.repeat(64),
  Counts: { ...counts, New: 1, Changed: 1 },
  Needs_Confirmation: false,
  Changes: [
    {
      Kind: 'changed',
      Line: 3,
      Number: 'S-2',
      Name: 'Omar',
      Fields: [{ Field: 'year', Before: '2', After: '3' }],
      Account_ID: null,
    },
    { Kind: 'new', Line: 2, Number: 'S-1', Name: 'Lina', Fields: [], Account_ID: null },
  ],
  Warnings: [],
  Wrong_Lines: [],
  Wrong: 0,
  Ignored_Columns: [],
  ...over,
});
const gone: RosterPlan['Changes'][number] = {
  Kind: 'gone',
  Line: null,
  Number: 'S-3',
  Name: 'Rand',
  Fields: [],
  Account_ID: '0'.repeat(24),
};
const file = new File(['id\nS-1'], 'people.csv', { type: 'text/csv' });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const region = () => within(screen.getByRole('region', { name: 'Import people' }));
const sent = (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body);

async function open() {
  const view = show(<AdminPeoplePage />, { at: '/admin/people' });
  await view.user.click(await button('Import people'));
  await screen.findByRole('region', { name: 'Import people' });
  return view;
}
type User = Awaited<ReturnType<typeof open>>['user'];
const choose = (user: User) => user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
async function check(over: Partial<RosterPlan> = {}) {
  onCall(planRoster, () => yes(planRoster, aPlan(over)));
  const view = await open();
  await choose(view.user);
  await screen.findByText(/people\.csv was checked/);
  return view;
}

beforeAll(() => i18n.loadNamespaces(['moderation', 'roster', 'term-reports']));
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }) });
  onCall(getAllUsers, () => yes(getAllUsers, [anAccount()], { next: null }));
  onCall(getScim, () => yes(getScim, { Is_On: false, Address: 'https://nadi.example/scim/v2', Last_Change: null }));
});

describe('importing people', () => {
  it('shows the changes of a file first, then imports exactly these', async () => {
    onCall(applyRoster, () => yes(applyRoster, { ...counts, New: 1, Changed: 1 }));
    const { user } = await check();
    const [changed, added] = within(region().getByRole('region', { name: 'Changes' })).getAllByRole('listitem');
    expect(changed?.textContent).toBe('ChangedOmarS-2 · Line 3year: 2 → 3');
    expect(added?.textContent).toBe('NewLinaS-1 · Line 2');
    expect(sent(planRoster.path)).toEqual([{ confirm_missing: 'false', roster: expect.any(File) }]);
    await user.click(await button('Import'));
    expect(await screen.findByText('The people are imported.')).toBeDefined();
    expect(sent(applyRoster.path)).toEqual([{ plan: 'a'.repeat(64), confirm_missing: 'false', roster: expect.any(File) }]);
    expect(screen.queryByText('Omar')).toBeNull();
  });

  it('asks before people leave, and says what that means', async () => {
    onCall(applyRoster, () => yes(applyRoster, counts));
    const { user } = await check({ Counts: { ...counts, Gone: 1 }, Changes: [gone] });
    expect(region().getByText('The account is suspended.')).toBeDefined();
    await user.click(await button('Import'));
    expect(await screen.findByText(/1 person leaves: they are signed out and suspended/)).toBeDefined();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(sent(applyRoster.path)).toEqual([]);
    await user.click(await button('Import'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(sent(applyRoster.path)).toHaveLength(1));
  });

  it('cannot be done while too many people are missing, until that is confirmed by their number', async () => {
    const { user } = await check({ Counts: { ...counts, New: 1, Missing: 30 }, Needs_Confirmation: true });
    expect(region().getByText(/more than 2 in 100/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    onCall(planRoster, () => yes(planRoster, aPlan({ Counts: { ...counts, Gone: 30, Missing: 30 }, Changes: [gone] })));
    await user.click(screen.getByRole('checkbox', { name: '30 people have left the university' }));
    expect(await button('Import')).toBeDefined();
    expect(sent(planRoster.path).at(-1)).toMatchObject({ confirm_missing: 'true' });
    expect(region().getByText('29 more changes are not shown here.')).toBeDefined();
  });

  it('names wrong lines with their reasons, and offers no import', async () => {
    await check({ Wrong: 1, Wrong_Lines: [{ Line: 7, Column: 'email', Fault: 'bad_email' }] });
    expect(region().getByText('1 line is not valid. Please correct it and choose the file again.')).toBeDefined();
    expect(region().getByRole('listitem').textContent).toBe('Line 7 email: it is not an email address.');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('shows warnings and columns that are not read', async () => {
    const warning = { Kind: 'only_admin', Number: 'S-3', Name: 'Rand', Society_ID: '1'.repeat(24), Society_Name: 'Chess Club' } as const;
    await check({ Warnings: [warning], Ignored_Columns: ['notes', 'phone'] });
    expect(region().getByText('Rand is the only admin of Chess Club.')).toBeDefined();
    expect(region().getByText('These columns are not read: notes, phone.')).toBeDefined();
  });

  it('says when a file changes nothing', async () => {
    await check({ Counts: { ...counts, Same: 12 }, Changes: [] });
    expect(region().getByText('No changes')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('says beside the button why a file cannot be read', async () => {
    onCall(planRoster, () => no(400, 'validation_failed', 'Some fields are not valid.', { roster: fieldTexts.roster_encoding }));
    const { user } = await open();
    await choose(user);
    expect((await region().findByRole('alert')).textContent).toBe(fieldTexts.roster_encoding);
  });

  it('checks the file again when people have changed since', async () => {
    onCall(applyRoster, () => no(409, 'roster_changed', 'The people have changed since this file was checked. Please check it again.'));
    const { user } = await check();
    onCall(planRoster, () => yes(planRoster, aPlan({ Counts: { ...counts, Same: 1 }, Changes: [] })));
    await user.click(await button('Import'));
    expect(await region().findByText('No changes')).toBeDefined();
  });

  it('is there in Arabic', async () => {
    await chooseLanguage('ar');
    await i18n.loadNamespaces(['moderation', 'roster', 'term-reports']);
    onCall(planRoster, () => yes(planRoster, aPlan()));
    const { user } = show(<AdminPeoplePage />, { at: '/admin/people' });
    await user.click(await button('استيراد أشخاص'));
    await screen.findByRole('region', { name: 'استيراد أشخاص' });
    await choose(user);
    expect(await screen.findByText('تغيّرت بياناته')).toBeDefined();
    await chooseLanguage('en');
  });

  describeFailures('checking a file', { call: planRoster, open, act: choose });

  describeFailures('importing people', {
    call: applyRoster,
    open: () => check(),
    act: async (user) => user.click(await button('Import')),
    afterwards: () => expect(screen.getByText('Omar')).toBeDefined(),
  });
});

describe('the identity system', () => {
  it('that is not set up is said to be off, without an address', async () => {
    await open();
    expect(await region().findByText(/^Not connected\. .* SCIM_TOKEN/)).toBeDefined();
    expect(region().queryByText('https://nadi.example/scim/v2')).toBeNull();
  });

  it('shows its address and its last change, in both languages', async () => {
    const change = '2026-11-01T09:00:00.000Z';
    onCall(getScim, () => yes(getScim, { Is_On: true, Address: 'https://nadi.example/scim/v2', Last_Change: change }));
    await open();
    expect(await region().findByText('https://nadi.example/scim/v2')).toBeDefined();
    expect(document.querySelector(`time[datetime="${change}"]`)).not.toBeNull();
    await chooseLanguage('ar');
    expect(await screen.findByText('نظام الهوية (SCIM)')).toBeDefined();
    await chooseLanguage('en');
  });
});
