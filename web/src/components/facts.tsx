import type { ComponentType, ReactNode } from 'react';
import css from './facts.module.css';

export interface Fact {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  label: string;
  value: ReactNode;
}

/** A list of facts: an icon, a label and a value each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ icon: Icon, label, value }) => (
        <div key={label} className={css.fact}>
          <span className={css.sign} aria-hidden="true">
            <Icon size={19} stroke={1.75} />
          </span>
          <dt className="micro dim">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
