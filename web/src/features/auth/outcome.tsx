import { type ReactNode, useEffect, useRef } from 'react';
import css from './auth-frame.module.css';

/** Result shown in place of a form; announced to screen readers, with the focus on its heading. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={css.outcome} role="status">
      <h2 ref={heading} tabIndex={-1} className="h2">
        {title}
      </h2>
      {children}
    </section>
  );
}
