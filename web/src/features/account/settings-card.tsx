import { type ReactNode, useId } from 'react';
import css from './account.module.css';

interface SettingsCardProps {
  title: string;
  lead?: ReactNode;
  /** Shown at the end of the header, for the whole card. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Card for a group of settings. */
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
