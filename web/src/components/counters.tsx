import css from './counters.module.css';
import { LiveCount } from './live-count';
import { Nuqta, type Tone } from './nuqta';

export interface Counter {
  label: string;
  value: number;
  tone: Exclude<Tone, 'ink' | 'spark'>;
  note?: string;
}

/** Counters of one subject share a card: one strip, hairlines between, the nuqta tells the state. */
export function Counters({ counters }: { counters: readonly Counter[] }) {
  return (
    <dl className={`card ${css.strip}`}>
      {counters.map(({ label, value, tone, note }) => (
        <div key={label} className={css.counter}>
          <dt className="small soft row">
            <Nuqta tone={tone} size={9} />
            {label}
          </dt>
          <dd className={css.figure}>
            <LiveCount value={value} />
          </dd>
          {note && <dd className={`${css.note} micro dim`}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
