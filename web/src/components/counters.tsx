import { Count } from './count';
import css from './counters.module.css';
import { Nuqta, type Tone } from './nuqta';

export interface Counter {
  label: string;
  /** Undefined until loaded. */
  value: number | undefined;
  tone: Exclude<Tone, 'ink' | 'spark'>;
  note?: string;
}

/** A card with the counters of one subject in a strip; a coloured dot marks each. */
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
