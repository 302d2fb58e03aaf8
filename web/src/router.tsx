import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { page } from './lib/page';
import { RequireSession } from './shell/require-session';
import { Shell } from './shell/shell';

const Login = page(() => import('./pages/login-page'), 'auth');
const Signup = page(() => import('./pages/signup-page'), 'auth');
const Home = page(() => import('./pages/home-page'), 'home', 'posts', 'cards', 'notifications');
const Societies = page(() => import('./pages/societies-page'), 'societies');
const Society = page(() => import('./pages/society-page'), 'societies', 'posts', 'events', 'join-requests');
const JoinRequests = page(() => import('./pages/join-requests-page'), 'societies', 'join-requests');
const NotFound = page(() => import('./pages/not-found-page'));

/** Every path of the app, and what stands there. */
export function Pages() {
  return (
    <Suspense>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="/signup" element={<Signup />} />
        <Route element={<Shell />}>
          <Route path="/" element={<Home />} />
          <Route path="/societies" element={<Societies />} />
          <Route path="/societies/:id" element={<Society />} />
          <Route element={<RequireSession />}>
            <Route path="/societies/:id/join-requests" element={<JoinRequests />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="/index.html" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
