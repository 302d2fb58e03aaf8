import css from './art/art.module.css';

export type Tone = 'live' | 'ink' | 'spark' | 'rose' | 'amber' | 'sky' | 'muted';

/** The dot of the letter nun. Marks only live, unread or selected things. */
export function Nuqta({ tone = 'live', size = 8, pulse = false }: { tone?: Tone; size?: number; pulse?: boolean }) {
  return (
    <span
      className={css.nuqta}
      data-tone={tone}
      data-pulse={pulse || undefined}
      style={{ inlineSize: size, blockSize: size }}
      aria-hidden="true"
    />
  );
}
