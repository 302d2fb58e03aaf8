import { act, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { RequireAdmin } from './require-admin';
import { RequireSession } from './require-session';

const open = (at: string) =>
  show(
    <Routes>
      <Route element={<RequireSession />}>
        <Route path="/own" element={<p>My own</p>} />
        <Route
          path="/admin/reports"
          element={
            <RequireAdmin page="/admin/reports" otherwise={<p>No page</p>}>
              <p>The queue</p>
            </RequireAdmin>
          }
        />
      </Route>
      <Route path="/login" element={<p>The login</p>} />
    </Routes>,
    { at },
  );

describe('a page for signed-in people', () => {
  it('opens to a returning user while the server is unreachable', () => {
    useSession.setState({ status: 'in', user: aUser(), unreached: true });
    open('/own');
    expect(screen.getByText('My own')).toBeDefined();
  });

  it.each([true, false])('sends everybody else to the login, also with an unconfirmed token (unreached: %s)', (unreached) => {
    saveToken('kept', true);
    useSession.setState({ status: 'out', user: null, unreached });
    expect(open('/own').place()).toBe('/login');
  });
});

describe('a page of staff', () => {
  it.each([
    ['a platform admin', aUser({ Role: 'admin' })],
    ['staff with a scope that opens it', aUser({ Scopes: ['report', 'support'] })],
  ])('opens to %s', (_who, user) => {
    useSession.setState({ status: 'in', user, unreached: false });
    open('/admin/reports');
    expect(screen.getByText('The queue')).toBeDefined();
  });

  it.each([
    ['staff with another scope', aUser({ Scopes: ['support'] })],
    ['others', aUser()],
  ])('is not found for %s', (_who, user) => {
    useSession.setState({ status: 'in', user, unreached: false });
    open('/admin/reports');
    expect(screen.getByText('No page')).toBeDefined();
    expect(screen.queryByText('The queue')).toBeNull();
  });

  it('closes at once when the scope is taken', () => {
    const user = aUser({ Scopes: ['report'] });
    useSession.setState({ status: 'in', user, unreached: false });
    open('/admin/reports');
    act(() => useSession.setState({ user: { ...user, Scopes: ['support'] } }));
    expect(screen.getByText('No page')).toBeDefined();
  });

  it('asks staff without the second factor that they need for it', async () => {
    useSession.setState({ status: 'in', user: aUser({ Staff_Held: true }), unreached: false });
    open('/admin/reports');
    expect(await screen.findByText('Add a second step first')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open security settings' }).getAttribute('href')).toBe('/account?tab=security');
    expect(screen.queryByText('The queue')).toBeNull();
  });
});
