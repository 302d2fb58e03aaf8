import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DataOf } from '#models/contract/define';
import { checkInHere } from '#models/contract/door';
import { getEventInfo } from '#models/contract/events';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import HerePage from '@/pages/here-page';
import { queuedOf } from '@/sync/offline-queue';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';

const me = aUser();
const event = anEvent();
const checkedIn = (fields: Partial<DataOf<typeof checkInHere>> = {}) =>
  yes(checkInHere, { event_id: event.ID, Checked_In_At: new Date().toISOString(), Claimed_At: null, again: false, version: 2, ...fields });
const over = no(409, 'door_code_over', 'This code is out of date. Look at the screen again.');
const sent = () => requests.filter(({ path }) => path === checkInHere.path).map(({ body }) => body);
const onLine = vi.spyOn(navigator, 'onLine', 'get');
const goes = (on: boolean) => {
  onLine.mockReturnValue(on);
  if (on) act(() => void window.dispatchEvent(new Event('online')));
};

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}
const open = (search = '') =>
  show(
    <Routes>
      <Route
        path="/events/:id/here"
        element={
          <>
            <Address />
            <HerePage />
          </>
        }
      />
    </Routes>,
    { at: `/events/${event.ID}/here${search}` },
  );

beforeAll(() => i18n.loadNamespaces(['check-in', 'events']));
beforeEach(() => {
  onLine.mockReturnValue(true);
  clearUserState();
  saveToken('good', true);
  useSession.setState({ status: 'in', user: me, unreached: false });
  onCall(getEventInfo, () => yes(getEventInfo, event));
});

describe('a scanned door code', () => {
  it('checks in at once, and is taken out of the address', async () => {
    onCall(checkInHere, () => checkedIn());
    open('?code=123456');
    expect(await screen.findByText(/^You were checked in at /)).toBeDefined();
    expect(screen.getByTestId('address').textContent).toBe(`/events/${event.ID}/here`);
    expect(sent()).toEqual([{ event_id: event.ID, code: '123456' }]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('that is out of date says so, and another one can be typed', async () => {
    onCall(checkInHere, () => over);
    const { user } = open('?code=123456');
    expect(await screen.findByText('This code is out of date. Look at the screen again.')).toBeDefined();
    onCall(checkInHere, () => checkedIn());
    await user.type(screen.getByRole('textbox', { name: 'Code on the door screen' }), '65 4321');
    await user.click(screen.getByRole('button', { name: "I'm here" }));
    expect(await screen.findByText(/^You were checked in at /)).toBeDefined();
    expect(sent().at(-1)).toEqual({ event_id: event.ID, code: '654321' });
  });
});

describe('a phone without a network', () => {
  it('sends the scan with its time once the network is back, and waits for someone at the door', async () => {
    goes(false);
    const scanned = Date.now();
    open('?code=123456');
    expect(await screen.findByText(/^You are offline/)).toBeDefined();
    expect(queuedOf('here')).toHaveLength(1);
    onCall(checkInHere, () => checkedIn({ Checked_In_At: null, Claimed_At: new Date(scanned).toISOString() }));
    goes(true);
    expect(await screen.findByText(/Someone at the door will confirm it/)).toBeDefined();
    expect(sent()).toEqual([{ event_id: event.ID, code: '123456', at: expect.any(String) }]);
    expect(Math.abs(Date.parse((sent()[0] as { at: string }).at) - scanned)).toBeLessThan(5000);
    await waitFor(() => expect(queuedOf('here')).toEqual([]));
  });

  it('shows why the server refused it later', async () => {
    goes(false);
    open('?code=123456');
    await screen.findByText(/^You are offline/);
    onCall(checkInHere, () => over);
    goes(true);
    expect((await screen.findAllByText('This code is out of date. Look at the screen again.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(queuedOf('here')).toEqual([]));
  });
});
