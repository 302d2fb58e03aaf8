import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, getAuditEntries, getSocietyHistory } from '#models/contract/audit';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AdminAuditPage from '@/pages/admin-audit-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import SocietyHistory from './society-history';

const id = (n: number): string => String(n).padStart(24, '0');
const entry: AuditEntry = {
  ID: id(1),
  At: '2026-11-20T10:00:00.000Z',
  Call: 'updateMemberRole',
  Actor_ID: id(2),
  Actor_Name: 'Hala Odeh',
  By_Staff: false,
  Subject_Kind: 'user',
  Subject_ID: id(3),
  Subject_Name: 'Rand Tarawneh',
  Details: { role: 'moderator' },
  Society_ID: id(4),
  Society_Name: 'Chess Club',
  Address: '10.1.2.3',
  Device: 'Firefox',
  Outcome: 'ok',
  Seq: 7,
  Hash: 'f'.repeat(64),
};
const refusedLogin: AuditEntry = {
  ...entry,
  ID: id(5),
  Call: 'login',
  Actor_ID: null,
  Actor_Name: '',
  Details: {},
  Society_ID: null,
  Society_Name: '',
  Outcome: 'wrong_credentials',
};

beforeAll(() => i18n.loadNamespaces(['moderation', 'audit']));
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }) });
  onCall(getAuditEntries, () => yes(getAuditEntries, [entry, refusedLogin], { next: null }));
});

describe('the audit trail', () => {
  it('shows who did what to whom, from where, and what was refused', async () => {
    show(<AdminAuditPage />, { at: '/admin/audit' });
    const [role, login] = await screen.findAllByRole('listitem');
    expect(role?.textContent).toContain('Changed the role of');
    expect(within(role!).getByRole('link', { name: 'Rand Tarawneh' }).getAttribute('href')).toBe(`/users/${id(3)}`);
    expect(within(role!).getByRole('link', { name: 'Chess Club' })).toBeDefined();
    expect(role?.textContent).toContain('10.1.2.3 · Firefox');
    for (const words of ['Logged in', 'Refused', 'Not logged in', 'wrong_credentials']) expect(login?.textContent).toContain(words);
  });

  it('names the identity system as the one who changed the roster', async () => {
    const change: AuditEntry = { ...refusedLogin, Call: 'updateScimUser', Outcome: 'ok', Details: { fields: 'active' } };
    onCall(getAuditEntries, () => yes(getAuditEntries, [change], { next: null }));
    show(<AdminAuditPage />, { at: '/admin/audit' });
    const line = await screen.findByRole('listitem');
    for (const words of ['Identity system', 'Changed a person on the roster', 'active']) expect(line.textContent).toContain(words);
  });

  it('filters by action, outcome and day, with the filters in the address', async () => {
    const { user, place } = show(<AdminAuditPage />, { at: `/admin/audit?person=${id(2)}&from=nonsense` });
    await screen.findAllByRole('listitem');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Logged in');
    await user.click(screen.getByRole('button', { name: 'Refused' }));
    expect(place()).toBe(`/admin/audit?person=${id(2)}&action=login&outcome=refused`);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(place()).toBe('/admin/audit?action=login&outcome=refused');
    const asked = requests.filter(({ path }) => path === getAuditEntries.path).map(({ query }) => query.get('from'));
    expect(asked.filter(Boolean)).toEqual([]);
  });

  it('says when nothing matches, and when it did not load', async () => {
    onCall(getAuditEntries, () => yes(getAuditEntries, [], { next: null }));
    const { unmount } = show(<AdminAuditPage />, { at: '/admin/audit' });
    expect(await screen.findByText('No entries')).toBeDefined();
    unmount();
    onCall(getAuditEntries, () => no(500, 'internal', 'Boom'));
    show(<AdminAuditPage />, { at: '/admin/audit?outcome=ok' });
    expect(await screen.findByText('The audit trail did not load')).toBeDefined();
  });
});

it.each([
  [{ status: 'not_attending' }, 'statenot going', 'الحالةخارج قائمة الحضور'],
  [{ suspended: 'true' }, 'suspendedyes', 'الإيقافنعم'],
  [{ fields: 'title, location' }, 'changedtitle, place', 'ما تغيّرالعنوان، المكان'],
  [
    { privacy: '{"visibility":"private","joinApproval":true}' },
    'privacywho can see it: private, approval of new members: yes',
    'الخصوصيةمن يمكنه رؤيته: خاص، الانضمام بموافقة الإدارة: نعم',
  ],
  [{ privacy: '{"visibility":"priv' }, 'privacy{"visibility":"priv', 'الخصوصية{"visibility":"priv'],
  [{ until: '2026-12-01' }, 'last day2026-12-01', 'آخر يوم2026-12-01'],
])('details are words, not values: %j', async (details, english, arabic) => {
  onCall(getAuditEntries, () => yes(getAuditEntries, [{ ...entry, Details: details as Record<string, string> }], { next: null }));
  const shownIn = async (language: string) => {
    await i18n.changeLanguage(language);
    const { unmount } = show(<AdminAuditPage />, { at: '/admin/audit' });
    const [term] = within(await screen.findByRole('listitem')).getAllByRole('term');
    const words = term?.parentElement?.textContent;
    unmount();
    return words;
  };
  expect(await shownIn('ar')).toBe(arabic);
  expect(await shownIn('en')).toBe(english);
});

it('a society’s history shows staff who looked inside, and no address', async () => {
  const {
    Society_ID: _society,
    Society_Name: _name,
    Address: _address,
    Device: _device,
    Outcome: _outcome,
    Seq: _seq,
    Hash: _hash,
    ...shown
  } = entry;
  const read = { ...shown, Call: 'getPostsBySociety', By_Staff: true, Subject_Kind: null, Subject_ID: null, Details: { read: 'inside' } };
  onCall(getSocietyHistory, () => yes(getSocietyHistory, [read], { next: null }));
  show(<SocietyHistory societyId={id(4)} />);
  const row = await screen.findByRole('listitem');
  for (const words of ['Looked inside a closed society', 'Hala Odeh', 'Nadi team']) expect(row.textContent).toContain(words);
  expect(row.textContent).not.toContain('10.1.2.3');
});
