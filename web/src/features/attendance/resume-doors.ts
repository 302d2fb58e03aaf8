import { onSignOut, useSession } from '@/lib/session';
import { onTokenExpired } from '@/lib/token';
import { eraseStored, hasStored } from './user-storage';

onSignOut((user) => {
  eraseStored('tickets', { of: user });
  eraseStored('doors', { of: user });
});
// Erase tickets only: waiting check-ins stay until the user signs in again, since people were let in because of them.
onTokenExpired(() => eraseStored('tickets', {}));
useSession.subscribe(({ user }, before) => {
  if (!user || user.ID === before.user?.ID) return;
  eraseStored('tickets', { except: user.ID });
});

/** Loads and sends check-ins left in the browser, on any page. */
export async function resumeDoors(): Promise<void> {
  if (hasStored('doors')) await import('./doors');
}
