import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { getLedger, getRegister } from '#models/contract/privacy';
import { chooseLanguage, i18n } from '@/lib/i18n';
import DataRegisterPage from '@/pages/data-register-page';
import DeletionLedgerPage from '@/pages/deletion-ledger-page';
import { no, onCall, yes } from '@/testing/fake-server';
import { show } from '@/testing/render';

beforeAll(() => i18n.loadNamespaces(['privacy', 'data-register']));

const line = { Collection: 'users', Is_Exported: true, Omitted: ['passwordHash'], Is_Erased: false, Days: null };
const lines = [
  line,
  { ...line, Collection: 'notifications', Omitted: [], Is_Erased: true, Days: 180 },
  { ...line, Collection: 'bans', Is_Exported: false },
];
const serve = () => onCall(getRegister, () => yes(getRegister, { Lines: lines }));

describe('the data register', () => {
  it('says of each kind of data what an export and a deletion do with it', async () => {
    serve();
    show(<DataRegisterPage />);
    const account = within(await screen.findByRole('region', { name: '1. Account' }));
    expect(account.getByText('It is in the export of your data, without these fields: passwordHash.')).toBeDefined();
    expect(account.getByText('When you delete your account, only an id without your name remains here.')).toBeDefined();
    const notifications = within(screen.getByRole('region', { name: '3. Notifications' }));
    expect(notifications.getByText('It is deleted after 180 days in any case.')).toBeDefined();
    expect(within(screen.getByRole('region', { name: '2. Bans' })).getByText('It is not in the export of your data.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Deletion ledger' }).getAttribute('href')).toBe('/privacy/ledger');
  });

  it('is in Arabic, too', async () => {
    serve();
    await chooseLanguage('ar');
    show(<DataRegisterPage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'سجل البيانات' })).toBeDefined();
    expect(await screen.findByText('يُحذف في كل الأحوال بعد 180 يومًا.')).toBeDefined();
    await chooseLanguage('en');
  });

  it('that does not load is asked for again by a press', async () => {
    onCall(getRegister, () => no(500, 'internal', 'Boom'));
    const { user } = show(<DataRegisterPage />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve();
    await user.click(again);
    expect(await screen.findByRole('region', { name: '1. Account' })).toBeDefined();
  });
});

describe('the deletion ledger', () => {
  it('shows the last run of each retention job', async () => {
    onCall(getLedger, () => yes(getLedger, { Lines: [{ Collection: 'sessions', Last_Run: '2026-11-01T02:00:00.000Z', Deleted: 1234 }] }));
    show(<DeletionLedgerPage />);
    const row = within(await screen.findByRole('row', { name: /^Sessions/ }));
    expect(row.getByText('1,234')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Data register' }).getAttribute('href')).toBe('/privacy/register');
  });

  it('before the first run says so', async () => {
    onCall(getLedger, () => yes(getLedger, { Lines: [] }));
    show(<DeletionLedgerPage />);
    expect(await screen.findByText('The first run is tonight.')).toBeDefined();
  });
});
