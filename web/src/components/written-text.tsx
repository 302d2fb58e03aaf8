import { type ComponentType, lazy, Suspense } from 'react';
import css from './written-text.module.css';

/** Where the script does not come, the text stays without links. */
const Linked = lazy(
  (): Promise<{ default: ComponentType<{ text: string }> }> => import('./linked-text').catch(() => ({ default: ({ text }) => text })),
);
/** The last part of an address has two letters or more: 'a.m.' is none. */
const mayLink = /\w\.[a-z]{2}|:\/\//i;

/** What a person wrote, never as markup: its lines are kept, addresses in it can be clicked. */
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
