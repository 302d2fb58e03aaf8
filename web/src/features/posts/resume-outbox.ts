import { onSignOut } from '@/lib/session';
import { forgetKept, hasKept } from './outbox-storage';

onSignOut(forgetKept);

/** What was done offline before a reload is sent, whatever page one is on. */
export async function resumeOutbox(): Promise<void> {
  if (hasKept()) await Promise.all([import('./toggle-like'), import('./write-comment')]);
}
