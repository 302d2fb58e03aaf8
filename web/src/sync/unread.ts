import { create } from 'zustand';
import { onUserChange } from '@/lib/user-change';
import { advanceClock, readClock } from './logical-clock';

const none = { count: 0, isLoaded: false };

/** Unread notifications; set by the notifications feature, shown by the bell. */
export const useUnread = create(() => none);

/** Logical time of the count. */
let countedAt = 0;

/** Sets the count of a message; or of an answer to a request of the time `at`, unless a message came after that. */
export function setUnread(count: number, at = advanceClock()): void {
  if (at < countedAt) return;
  countedAt = at;
  useUnread.setState({ count, isLoaded: true });
}

/** Makes a call whose answer has the count, and lowers the count until then; rolled back if the call fails. */
export async function withUnread<R>(call: () => Promise<R>, countOf: (answer: R) => number, lowerBy = 0): Promise<R> {
  const at = readClock();
  const { count, isLoaded } = useUnread.getState();
  const isLowered = isLoaded && lowerBy > 0;
  if (isLowered) setUnread(Math.max(0, count - lowerBy), at);
  try {
    const answer = await call();
    setUnread(countOf(answer), at);
    return answer;
  } catch (error) {
    if (isLowered) setUnread(count, at);
    throw error;
  }
}

/** Resets the count to not loaded. */
export function resetUnread(): void {
  countedAt = advanceClock();
  useUnread.setState(none);
}
onUserChange(resetUnread);
