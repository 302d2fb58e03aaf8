import { type ComponentType, lazy, Suspense } from 'react';
import css from './written-text.module.css';

/** If the script cannot be loaded, the text stays without links. */
const Linked = lazy(
  (): Promise<{ default: ComponentType<{ text: string }> }> => import('./linked-text').catch(() => ({ default: ({ text }) => text })),
);
/** A top-level domain has two letters or more, so 'a.m.' is no address. */
const mayLink = /\w\.[a-z]{2}|:\/\//i;

/** User text with its line breaks and clickable addresses; never rendered as markup. */
export function WrittenText({ text, className = '' }: { text: string; className?: string | undefined }) {
  return (
    <p className={`${css.text} ${className} auto`} dir="auto">
      {mayLink.test(text) ? (
        <Suspense fallback={text}>
          <Linked text={text} />
        </Suspense>
      ) : (
        text
      )}
    </p>
  );
}
