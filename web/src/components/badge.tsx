import type { ReactNode } from 'react';
import css from './badge.module.css';

export type BadgeTone = 'brand' | 'sky' | 'plain' | 'amber' | 'rose' | 'spark';

/** A tinted label. A status always has a word, not only a colour. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={`${css.badge} micro`} data-tone={tone}>
      {children}
    </span>
  );
}

/** The tone of a role in a society. */
export const roleTone = { admin: 'brand', moderator: 'sky', member: 'plain' } as const;
