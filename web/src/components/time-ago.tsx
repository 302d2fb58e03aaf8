import { exactTime, relativeTime } from '@/lib/format';
import { useNow } from '@/lib/now';

/** Relative time, updated while on the screen; the exact time is its title. */
export function TimeAgo({ time, className }: { time: string; className?: string }) {
  const now = useNow();
  return (
    // The gateway may have rendered it a moment ago, and in another time zone.
    <time dateTime={time} className={className} title={exactTime(time)} suppressHydrationWarning>
      {relativeTime(time, Math.max(now, Date.now() - 60_000))}
    </time>
  );
}
