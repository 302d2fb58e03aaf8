import { create } from 'zustand';
import { onUserChange } from '@/lib/user-change';
import { advanceClock, readClock } from './logical-clock';

const none = { count: 0, isLoaded: false };

/** Unread notifications; set by the notifications feature, shown by the bell. */
export const useUnread = create(() => none);

/** Logical time of the count. */
let countedAt = 0;
/** Number of counts that came from the server. */
let counts = 0;

/** Sets the count of a message; or of an answer to a request of the time `at`, unless a message came after that. */
export function setUnread(count: number, at = advanceClock()): void {
  if (at < countedAt) return;
  countedAt = at;
  counts++;
  useUnread.setState({ count, isLoaded: true });
}

const changeBy = (by: number): void => useUnread.setState(({ count }) => ({ count: count + by }));

/** Makes a call whose answer has the count, and lowers the count until then; rolled back if the call fails. */
export async function withUnread<R>(call: () => Promise<R>, countOf: (answer: R) => number, lowerBy = 0): Promise<R> {
  const at = readClock();
  const { count, isLoaded } = useUnread.getState();
  const lowered = isLoaded ? Math.min(lowerBy, count) : 0;
  const countsBefore = counts;
  if (lowered > 0) {
    countedAt = at;
    changeBy(-lowered);
  }
  try {
    const answer = await call();
    setUnread(countOf(answer), at);
    return answer;
  } catch (error) {
    // A count that came from the server meanwhile is right as it is. Without one, other calls may have changed it since.
    if (lowered > 0 && counts === countsBefore) changeBy(lowered);
    throw error;
  }
}

/** Resets the count to not loaded. */
export function resetUnread(): void {
  countedAt = advanceClock();
  counts++;
  useUnread.setState(none);
}
onUserChange(resetUnread);
