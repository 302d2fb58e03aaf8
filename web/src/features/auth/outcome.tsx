import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import css from './auth-frame.module.css';

interface OutcomeProps {
  title: string;
  text?: string;
  /** Target of the button; `action` is its label. */
  to?: string;
  action?: string;
  children?: ReactNode;
}

/** Result shown in place of a form, with the way onward; announced to screen readers, with the focus on its heading. */
export function Outcome({ title, text, to, action, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={css.outcome} role="status">
      <h2 ref={heading} tabIndex={-1} className="h2">
        {title}
      </h2>
      {text && <p className="soft">{text}</p>}
      {children}
      {to && (
        <Button component={Link} to={to} size="md" fullWidth>
          {action}
        </Button>
      )}
    </section>
  );
}
