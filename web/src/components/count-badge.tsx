import { formatNumber } from '@/lib/format';
import css from './count-badge.module.css';

/** Number of what waits, with its meaning for screen readers; nothing for none. */
export function CountBadge({ count, label }: { count: number | null | undefined; label: string }) {
  if (!count) return null;
  return (
    <span className={`${css.count} micro`}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="vh">{label}</span>
    </span>
  );
}
