import type { TextareaProps } from '@mantine/core';
import { formatNumber } from '@/lib/format';
import css from './counted-area.module.css';
import { Textarea } from './fields';

interface CountedAreaProps extends Omit<TextareaProps, 'description' | 'value'> {
  value: string;
  /** Recommended length; longer texts are accepted. */
  max: number;
}

/** A text area with a character count, amber beyond `max`. */
export function CountedArea({ value, max, ...rest }: CountedAreaProps) {
  const count = (
    <bdi dir="ltr" className={css.count} data-long={value.length > max || undefined}>
      {`${formatNumber(value.length)}/${formatNumber(max)}`}
    </bdi>
  );
  return <Textarea {...rest} value={value} dir={value ? 'auto' : undefined} description={count} />;
}
