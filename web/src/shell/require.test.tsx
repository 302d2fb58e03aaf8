import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { useSession } from '@/lib/session';
import { keepToken } from '@/lib/token';
import { show } from '@/testing/render';
import { aUser } from '@/testing/things';
import { RequireAdmin } from './require-admin';
import { RequireSession } from './require-session';

const open = (at: string) =>
  show(
    <Routes>
      <Route element={<RequireSession offline />}>
        <Route path="/door" element={<p>The door</p>} />
      </Route>
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

describe('a page that works without a network', () => {
  it('opens to who holds a token that could not be asked about; no other page does', () => {
    keepToken('kept', true);
    useSession.setState({ status: 'out', user: null, unreached: true });
    const door = open('/door');
    expect(screen.getByText('The door')).toBeDefined();
    door.unmount();
    expect(open('/own').place()).toBe('/login');
  });

  it('is closed to visitors, and to a token that nobody knows', () => {
    useSession.setState({ status: 'out', user: null, unreached: false });
    const visitor = open('/door');
    expect(visitor.place()).toBe('/login');
    visitor.unmount();
    keepToken('kept', true);
    expect(open('/door').place()).toBe('/login');
  });
});

describe("a platform admin's page", () => {
  it('opens to them; to others it is as if there were none', () => {
    useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }), unreached: false });
    const admin = open('/admin');
    expect(screen.getByText('The queue')).toBeDefined();
    admin.unmount();
    useSession.setState({ status: 'in', user: aUser(), unreached: false });
    open('/admin');
    expect(screen.getByText('No page')).toBeDefined();
    expect(screen.queryByText('The queue')).toBeNull();
  });
});
