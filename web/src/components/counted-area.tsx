import type { TextareaProps } from '@mantine/core';
import { formatNumber } from '@/lib/format';
import css from './counted-area.module.css';
import { Textarea } from './fields';

interface CountedAreaProps extends Omit<TextareaProps, 'description' | 'value'> {
  value: string;
  /** Counted to: beyond it a text is long, though not too long. */
  max: number;
}

/** A text area that says how long its text is; what grows beyond `max` is amber, and still taken. */
export function CountedArea({ value, max, ...rest }: CountedAreaProps) {
  const count = (
    <bdi dir="ltr" className={css.count} data-long={value.length > max || undefined}>
      {`${formatNumber(value.length)}/${formatNumber(max)}`}
    </bdi>
  );
  return <Textarea {...rest} value={value} dir={value ? 'auto' : undefined} description={count} />;
}
