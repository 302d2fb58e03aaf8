import type { ReactNode } from 'react';
import css from './made-by.module.css';
import { WorkedOut } from './worked-out';

interface MadeByProps {
  computedAt: string | null;
  /** Button that explains the formula. */
  children?: ReactNode;
}

/** Foot of a card: its age, and how it is computed. */
export const MadeBy = ({ computedAt, children }: MadeByProps) => (
  <div className={`${css.madeBy} micro dim`}>
    {computedAt && <WorkedOut time={computedAt} />}
    {children}
  </div>
);
