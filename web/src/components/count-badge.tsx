import { formatNumber } from '@/lib/format';
import css from './count-badge.module.css';

interface CountBadgeProps {
  count: number | null | undefined;
  /** Meaning of the number, for screen readers. */
  label: (count: number) => string;
}

/** Number of what waits; nothing for none. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (!count) return null;
  return (
    <span className={`${css.count} micro`}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="vh">{label(count)}</span>
    </span>
  );
}
