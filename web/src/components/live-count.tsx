import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '@/lib/format';
import css from './live-count.module.css';

/**
 * A number that others can change: a change rolls and is underlined for a moment; the width never jumps.
 * `own`: the last change is the viewer's own, so it only rolls.
 */
export function LiveCount({ value, own = false }: { value: number; own?: boolean }) {
  const before = useRef(value);
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (before.current !== value) setBeat((count) => count + 1);
    before.current = value;
  }, [value]);
  return (
    <span className={css.count} data-live={(beat > 0 && !own) || undefined}>
      {beat > 0 && !own && <span key={`line-${beat}`} className={css.line} />}
      <span key={beat} className={css.roll} data-moved={beat > 0 || undefined}>
        {formatNumber(value)}
      </span>
    </span>
  );
}
