import { readJson, writeText } from '@/lib/local-storage';
import { onUserChange } from '@/lib/user-change';

const KEY = 'nadi-awaited';

/** Societies whose decision about joining the user of this browser awaits. */
interface Awaited {
  user: string;
  societies: string[];
}

function societiesOf(user: string): string[] {
  const stored = readJson(KEY) as Partial<Awaited> | null;
  return stored?.user === user && Array.isArray(stored.societies) ? stored.societies : [];
}

/** Whether the user has asked to join the society, and has not been let in on a screen of this browser yet. */
export const isAwaited = (user: string, society: string): boolean => societiesOf(user).includes(society);

/** Stores whether the user awaits a decision of the society; lost at sign-out. */
export function setAwaited(user: string, society: string, isWaiting: boolean): void {
  const before = societiesOf(user);
  if (before.includes(society) === isWaiting) return;
  const societies = isWaiting ? [...before, society] : before.filter((each) => each !== society);
  writeText(KEY, societies.length > 0 ? JSON.stringify({ user, societies } satisfies Awaited) : null);
}

onUserChange(() => void writeText(KEY, null));
