import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getClaims } from '#models/contract/admin-claims';
import { societyRemoved } from '#models/contract/societies';
import { getRemoved, type RemovedSociety, restoreSociety } from '#models/contract/society-removal';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AdminSocietiesPage from '@/pages/admin-societies-page';
import { describeFailures } from '@/testing/failures';
import { aClaim, serveClaims } from '@/testing/fake-claims';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { sharedSocietyOf } from '@/testing/society-fixtures';

const day = 86_400_000;
const gone = (Name: string, daysAgo: number, Member_Count: number): RemovedSociety => ({
  ...sharedSocietyOf(aSociety({ Name, Member_Count })),
  Removed_At: new Date(Date.now() - daysAgo * day + 60_000).toISOString(),
});
const chess = gone('Chess Club', 28, 1);
const hikers = gone('Wadi Hikers', 2, 41);

const serve = (...served: RemovedSociety[]) => onCall(getRemoved, () => yes(getRemoved, served, { next: null }));
const rows = () => within(screen.getByRole('region', { name: 'Deleted societies' })).queryAllByRole('listitem');
const dialog = () => within(screen.getByRole('dialog'));
const sent = () => requests.filter(({ path }) => path === restoreSociety.path).map(({ body }) => body);
async function open() {
  const view = show(<AdminSocietiesPage />, { at: '/admin/societies' });
  await screen.findByText('Wadi Hikers');
  return view;
}
async function ask(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Restore Wadi Hikers' }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
}

beforeAll(async () => {
  await i18n.loadNamespaces(['members', 'moderation', 'removed-societies']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }) });
  serve(hikers, chess);
});

describe('deleted societies', () => {
  it('show members, deletion date and days left, and a newly deleted one live', async () => {
    await open();
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'Wadi Hikers41 membersDeleted 1 day agoremoved for good in 29 daysRestore',
      'Chess Club1 memberDeleted 27 days agoremoved for good in 3 daysRestore',
    ]);
    const debate = gone('Debate Club', 1, 7);
    serve(debate, hikers, chess);
    arrives(societyRemoved, { society_id: debate.ID });
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('show an empty state, also in Arabic', async () => {
    serve();
    show(<AdminSocietiesPage />);
    expect(await screen.findByText('No deleted societies')).toBeDefined();
    expect(screen.getByText('Deleted societies stay here for 30 days.')).toBeDefined();
    await chooseLanguage('ar');
    expect(await screen.findByText('تبقى النوادي المحذوفة هنا 30 يومًا.')).toBeDefined();
    await chooseLanguage('en');
  });

  it('show a failure in place, and can retry', async () => {
    onCall(getRemoved, () => no(500, 'internal', 'Boom'));
    const { user } = show(<AdminSocietiesPage />);
    await screen.findByText('The deleted societies did not load');
    serve(hikers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

describe('the claims to societies', () => {
  it.each([
    ['shown to a platform admin', aUser({ Role: 'admin' }), 1],
    ['not shown or fetched with the scope to approve alone', aUser({ Scopes: ['approve'] }), 0],
  ])('are %s', async (_title, user, count) => {
    serveClaims(aClaim());
    useSession.setState({ status: 'in', user });
    await open();
    await waitFor(() => expect(screen.queryAllByRole('region', { name: 'Societies without an active admin' })).toHaveLength(count));
    expect(requests.filter(({ path }) => path === getClaims.path)).toHaveLength(count);
  });
});

describe('restoring a society', () => {
  it('asks for confirmation, and for a valid new name if its own is taken', async () => {
    onCall(restoreSociety, () => no(409, 'name_taken', 'A society with this name already exists.'));
    const { user } = await open();
    await ask(user);
    const name = await dialog().findByRole<HTMLInputElement>('textbox', { name: 'Another name' });
    expect([name.value, document.activeElement === name]).toEqual(['Wadi Hikers', true]);
    expect(dialog().getByText('A society with this name already exists.')).toBeDefined();
    const short = 'Society name must be at least 3 characters';
    onCall(restoreSociety, () => ({
      status: 400,
      body: { error_message: 'Some fields are not valid.', code: 'validation_failed', fields: { name: short } },
    }));
    await user.clear(name);
    await user.type(name, 'Wa');
    await user.click(dialog().getByRole('button', { name: 'Restore' }));
    expect(await dialog().findByText(short)).toBeDefined();
    onCall(restoreSociety, () => yes(restoreSociety, { ...hikers, Name: 'Wadi Walkers' }));
    serve(chess);
    await user.clear(name);
    await user.type(name, 'Wadi Walkers');
    await user.click(dialog().getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Wadi Walkers is restored.')).toBeDefined();
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([
      { society_id: hikers.ID },
      { society_id: hikers.ID, name: 'Wa' },
      { society_id: hikers.ID, name: 'Wadi Walkers' },
    ]);
  });

  describeFailures('restoring a society', {
    call: restoreSociety,
    open,
    act: ask,
    afterwards: () => expect(dialog().getByRole('button', { name: 'Restore' })).toBeDefined(),
  });
});
