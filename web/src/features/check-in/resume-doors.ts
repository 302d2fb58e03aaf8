import { onSignOut, useSession } from '@/lib/session';
import { onTokenExpired } from '@/lib/token';
import { forgetKept, hasKept } from './kept';

onSignOut((user) => {
  forgetKept('tickets', { of: user });
  forgetKept('doors', { of: user });
});
// What was done at a door and is not sent yet stays for when its keeper signs in again: people are inside because of it.
onTokenExpired(() => forgetKept('tickets', {}));
useSession.subscribe(({ user }, before) => {
  if (!user || user.ID === before.user?.ID) return;
  forgetKept('tickets', { but: user.ID });
});

/** What was done at a door without a network is sent, whatever page one is on. */
export async function resumeDoors(): Promise<void> {
  if (hasKept('doors')) await import('./doors');
}
