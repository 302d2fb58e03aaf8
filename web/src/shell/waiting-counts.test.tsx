import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { DataOf } from '#models/contract/define';
import { getUnreadCount } from '#models/contract/notifications';
import { reportCreated, reportResolved } from '#models/contract/reports';
import { getOpenRequests } from '#models/contract/request-desk';
import { roomOf } from '#models/contract/rooms';
import { getSocietiesByUser, type Society } from '#models/contract/societies';
import { getWaiting } from '#models/contract/waiting';
import { useSession } from '@/lib/session';
import { onCall, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { aReport } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import { Sidebar } from './sidebar';

beforeAll(() => connectSocket());
beforeEach(() => onCall(getUnreadCount, () => yes(getUnreadCount, 0)));

const serve = (waiting: Partial<DataOf<typeof getWaiting>>) =>
  onCall(getWaiting, () => yes(getWaiting, { societies: [], platform: null, tickets: null, ...waiting }));

function openAs(role: 'user' | 'admin', societies: Society[]): void {
  useSession.setState({ status: 'in', user: aUser({ Role: role }) });
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, societies));
  onCall(getOpenRequests, () => yes(getOpenRequests, [], { next: null, counts: { open: 0 } }));
  show(<Sidebar />);
}

it('platform admins see how many reports and tickets are open, live', async () => {
  serve({ platform: 2, tickets: 1 });
  openAs('admin', []);
  const links = within(await screen.findByRole('navigation', { name: 'Administration' }));
  expect(await links.findByRole('link', { name: 'Reports 2 open reports' })).toBeDefined();
  expect(links.getByRole('link', { name: 'Support inbox 1 open message' })).toBeDefined();
  serve({ platform: 1, tickets: 1 });
  arrives(reportResolved, { report_id: 'a'.repeat(24), action: 'dismiss', version: 2 });
  expect(await links.findByRole('link', { name: 'Reports 1 open report' })).toBeDefined();
});

it('moderators see how many reports are open, live, with a link to the society where one is due first', async () => {
  const [quiet, busy] = [asMember(aSociety(), 'moderator'), asMember(aSociety(), 'admin')];
  serve({});
  openAs('user', [quiet, busy]);
  const links = within(await screen.findByRole('navigation', { name: 'Waiting for you' }));
  expect((await links.findByRole('link', { name: 'Reports' })).getAttribute('href')).toBe(`/societies/${quiet.ID}/reports`);
  expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('societyModerators', busy.ID));
  serve({ societies: [{ Society_ID: busy.ID, open: 1 }] });
  arrives(reportCreated, { report: aReport({ Society_ID: busy.ID }) });
  const link = await links.findByRole('link', { name: 'Reports 1 open report' });
  expect(link.getAttribute('href')).toBe(`/societies/${busy.ID}/reports`);
});

it('members see no link to reports', async () => {
  openAs('user', [asMember(aSociety())]);
  expect(await screen.findByRole('link', { name: 'Home' })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Waiting for you' })).toBeNull();
});
