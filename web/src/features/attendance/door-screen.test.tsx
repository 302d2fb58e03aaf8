import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eventCheckedIn } from '#models/contract/check-in';
import { getDoorCode } from '#models/contract/door';
import { getEventInfo } from '#models/contract/events';
import { roomOf } from '#models/contract/rooms';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import DoorScreenPage from '@/pages/door-screen-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';

const event = anEvent({ Can: { edit: false, cancel: false, delete: false, attend: true, checkIn: true } });
const open = () =>
  show(
    <Routes>
      <Route path="/events/:id/door" element={<DoorScreenPage />} />
    </Routes>,
    { at: `/events/${event.ID}/door` },
  );
const serve = (code: string, changes_in: number) =>
  onCall(getDoorCode, () => yes(getDoorCode, { code, changes_in, attending: 40, checked_in: 5, unconfirmed: 0 }));

beforeAll(async () => {
  await i18n.loadNamespaces(['check-in', 'events']);
  await connectSocket();
});
beforeEach(() => {
  joined.length = 0;
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getEventInfo, () => yes(getEventInfo, event));
});

it('shows the code to a steward, to scan and to type, and who came, live', async () => {
  serve('123456', 14_000);
  open();
  expect(await screen.findByText('123 456')).toBeDefined();
  expect(await screen.findByRole('img', { name: 'Code to scan' })).toBeDefined();
  expect(screen.getByText('5 of 40 checked in')).toBeDefined();
  expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('eventDoor', event.ID));
  const payload = { event_id: event.ID, user_id: newId(), at: new Date().toISOString(), by: newId(), claimed_at: null, version: 2 };
  arrives(eventCheckedIn, { ...payload, checked_in: 6 });
  expect(await screen.findByText('6 of 40 checked in')).toBeDefined();
});

it('asks for the next code when it changes', async () => {
  serve('123456', 200);
  open();
  await screen.findByText('123 456');
  serve('654321', 14_000);
  expect(await screen.findByText('654 321')).toBeDefined();
  expect(requests.filter(({ path }) => path === getDoorCode.path)).toHaveLength(2);
});

it('is not shown to people who may not check in', async () => {
  onCall(getEventInfo, () => yes(getEventInfo, anEvent({ ID: event.ID })));
  onCall(getDoorCode, () => no(403, 'forbidden', 'No'));
  open();
  expect(await screen.findByText('Only organizers see the attendee list')).toBeDefined();
  expect(within(document.body).queryByRole('img', { name: 'Code to scan' })).toBeNull();
});
