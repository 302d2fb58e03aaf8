import { type ReactNode, useId } from 'react';
import css from './account.module.css';

interface SettingsCardProps {
  title: string;
  lead?: ReactNode;
  /** At the end of its head: what is done with all of it. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Settings that belong together. */
export function SettingsCard({ title, lead, action, children }: SettingsCardProps) {
  const heading = useId();
  return (
    <section className={`card ${css.box}`} aria-labelledby={heading}>
      <header className={css.boxHead}>
        <div className="grow">
          <h2 id={heading} className="h3">
            {title}
          </h2>
          {lead && <p className="small soft">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
