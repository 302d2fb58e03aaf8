import { Fragment, type Key, type ReactElement, type ReactNode, type Ref } from 'react';
import { AsyncCard } from './async-card';
import { type AsyncQuery, defaultId } from './async-list';

interface CardListProps<T> {
  query: AsyncQuery;
  /** Undefined while there are none. */
  items: readonly T[] | undefined;
  idOf?: (item: T) => Key;
  /** Renders one item: one `<li>`. */
  children: (item: T, index: number) => ReactElement;
  /** A line, or what is shown instead of one. */
  empty: ReactNode;
  /** Numbers the items: an `<ol>`. */
  isRanked?: boolean;
  className?: string | undefined;
  label?: string;
  /** The list, which takes the focus when an item that had it disappears. */
  ref?: Ref<HTMLUListElement & HTMLOListElement>;
  skeleton?: ReactNode;
  failed?: string;
  failure?: 'line' | 'block' | 'card';
}

/** A short list inside a card in all of its states: loading, failed, empty and loaded. */
export function CardList<T>({
  query,
  items,
  idOf = defaultId,
  children,
  empty,
  isRanked = false,
  className,
  label,
  ref,
  ...states
}: CardListProps<T>) {
  const List = isRanked ? 'ol' : 'ul';
  return (
    <AsyncCard query={query} data={items} {...states}>
      {(shown) => (
        <>
          {shown.length === 0 && (typeof empty === 'string' ? <p className="small dim">{empty}</p> : empty)}
          {(shown.length > 0 || ref) && (
            <List ref={ref} className={className} aria-label={label} tabIndex={ref ? -1 : undefined}>
              {shown.map((item, index) => (
                <Fragment key={idOf(item)}>{children(item, index)}</Fragment>
              ))}
            </List>
          )}
        </>
      )}
    </AsyncCard>
  );
}
