import { onClear } from '@/lib/entities';
import { advanceClock } from '@/lib/logical-clock';
import { resetUnread, setUnread, useUnread } from '@/lib/unread';

let heard = 0;
onClear(() => {
  heard = advanceClock();
  resetUnread();
});

/** A live message says how many are unread: the gateway counted as it sent. */
export function hearUnread(count: number): void {
  heard = advanceClock();
  setUnread(count);
}

/** An answer says it: one that was asked for before the last live message on it does not count. */
export function answerUnread(count: number, asked: number): void {
  if (heard <= asked) setUnread(count);
}

/** Fewer at once, before the server has said yes; answers how to take it back. */
export function expectFewer(by: number, asked: number): () => void {
  const { count, isLoaded: isKnown } = useUnread.getState();
  if (isKnown) setUnread(Math.max(0, count - by));
  return () => answerUnread(count, asked);
}
