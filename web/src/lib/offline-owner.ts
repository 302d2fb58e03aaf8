import { useSession } from './session';
import { readOwner, readToken } from './token';

const visitor = 'visitor';

/** Whose view may be kept and shown again in this browser now; null while that is not certain. */
export function cacheOwner(): string | null {
  const { status, user } = useSession.getState();
  // A session that ended leaves its page on the screen, which is nobody's to keep any more.
  if (!readToken()) return status === 'in' ? null : visitor;
  if (status === 'checking') return readOwner()?.ID ?? null;
  return user?.ID ?? null;
}
