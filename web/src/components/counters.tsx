import { Count } from './count';
import css from './counters.module.css';
import { Nuqta, type Tone } from './nuqta';

export interface Counter {
  label: string;
  /** Undefined as long as it is not known. */
  value: number | undefined;
  tone: Exclude<Tone, 'ink' | 'spark'>;
  note?: string;
}

/** Counters of one subject share a card: one strip, hairlines between, the nuqta tells the state. */
export function Counters({ counters, isFailed = false }: { counters: readonly Counter[]; isFailed?: boolean }) {
  return (
    <dl className={`card ${css.strip}`}>
      {counters.map(({ label, value, tone, note }) => (
        <div key={label} className={css.counter}>
          <dt className="small soft row">
            <Nuqta tone={tone} size={9} />
            {label}
          </dt>
          <dd className={css.figure}>
            <Count value={value} isFailed={isFailed} />
          </dd>
          {note && <dd className={`${css.note} micro dim`}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
