import type { ReactNode } from 'react';
import css from './excerpt.module.css';

interface ExcerptProps {
  children: ReactNode;
  as?: 'span' | 'b' | 'p';
  /** Lines shown at most. */
  lines?: 1 | 2 | 3 | 4 | 6;
  /** For a sentence of the app around names: it keeps the page's direction. */
  isSentence?: boolean;
  className?: string | undefined;
  id?: string;
}

/**
 * Clips text at its end. The box that clips takes the direction of its text: an Arabic name in an English page loses its last
 * words, not its first. Contains no `<bdi>` around all of its text, since `dir="auto"` skips what is in one.
 */
export function Excerpt({ children, as: Tag = 'span', lines = 1, isSentence = false, className = '', id }: ExcerptProps) {
  return (
    <Tag id={id} dir={isSentence ? undefined : 'auto'} data-lines={lines} className={`${css.excerpt} ${className}`}>
      {children}
    </Tag>
  );
}
