import { screen } from '@testing-library/react';
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
        <Route element={<RequireAdmin otherwise={<p>No page</p>} />}>
          <Route path="/admin" element={<p>The queue</p>} />
        </Route>
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

describe("a platform admin's page", () => {
  it('opens to platform admins, and is not found for others', () => {
    useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }), unreached: false });
    const admin = open('/admin');
    expect(screen.getByText('The queue')).toBeDefined();
    admin.unmount();
    useSession.setState({ status: 'in', user: aUser(), unreached: false });
    open('/admin');
    expect(screen.getByText('No page')).toBeDefined();
    expect(screen.queryByText('The queue')).toBeNull();
  });

  it('asks a platform admin without the second factor that staff need for it', async () => {
    useSession.setState({ status: 'in', user: aUser({ Staff_Held: true }), unreached: false });
    open('/admin');
    expect(await screen.findByText('Add a second factor first')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open security settings' }).getAttribute('href')).toBe('/account?tab=security');
    expect(screen.queryByText('The queue')).toBeNull();
  });
});
