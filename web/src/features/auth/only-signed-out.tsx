import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '@/lib/session';
import { readToken } from '@/lib/token';

/** Whoever comes with a token is sent home; one whose token turned out to be of no use may sign in. */
export function OnlySignedOut({ children }: { children: ReactNode }) {
  const [cameWithToken] = useState(() => readToken() !== null);
  const status = useSession((session) => session.status);
  return cameWithToken && status !== 'out' ? <Navigate to="/" replace /> : children;
}
