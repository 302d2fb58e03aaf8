import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '@/lib/session';
import { readToken } from '@/lib/token';

/** Redirects signed-in users home; a user whose token turns out to be invalid may sign in. */
export function OnlySignedOut({ children }: { children: ReactNode }) {
  const [hadToken] = useState(() => readToken() !== null);
  const status = useSession((session) => session.status);
  return hadToken && status !== 'out' ? <Navigate to="/" replace /> : children;
}
