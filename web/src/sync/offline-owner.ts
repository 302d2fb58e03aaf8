import { useSession } from '@/lib/session';
import { readOwner, readToken } from '@/lib/token';

const visitor = 'visitor';

/** The user whose view may be cached and restored now ('visitor' without one); null while uncertain. */
export function cacheOwner(): string | null {
  const { status, user } = useSession.getState();
  // An ended session leaves its page on the screen, which must not be cached any more.
  if (!readToken()) return status === 'in' ? null : visitor;
  if (status === 'checking') return readOwner()?.ID ?? null;
  return user?.ID ?? null;
}
