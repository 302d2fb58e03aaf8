import { onSignOut, useSession } from '@/lib/session';
import { onTokenExpired, readToken } from '@/lib/token';
import { type Door, isWaiting } from './door-entries';
import { changeStoredOfOthers, eraseStored, hasStored } from './user-storage';

/** Drops a door's names; waiting check-ins stay until the user signs in again, since people were let in because of them. */
const withoutNames = (door: Door): Door | null => {
  const entries = door.entries.filter(isWaiting);
  return entries.length > 0 ? { ...door, entries } : null;
};

/** Erases what this browser has of every user but one: another's tickets, and the names at another's doors. */
function eraseOthers(except?: string): void {
  changeStoredOfOthers('tickets', except, () => null);
  changeStoredOfOthers('doors', except, withoutNames);
}

onSignOut((user) => {
  eraseStored('tickets', user);
  eraseStored('doors', user);
});
onTokenExpired(() => eraseOthers());
/** Erases what a session that ended with its tab, or another user, has left. */
function eraseLeft(): void {
  const { user } = useSession.getState();
  if (user || !readToken()) eraseOthers(user?.ID);
}
eraseLeft();
useSession.subscribe(({ user }, before) => user?.ID !== before.user?.ID && eraseLeft());

/** Loads and sends check-ins left in the browser, on any page. */
export async function resumeDoors(): Promise<void> {
  if (hasStored('doors')) await import('./doors');
}
