import { type ComponentProps, Fragment, type ReactElement, type ReactNode, useRef } from 'react';
import { PartBoundary } from './part-boundary';
import { groupSize, useWindowedList } from './use-windowed-list';

/** Longest list that is rendered whole. */
const most = 100;

interface LongListProps<T> extends Pick<ComponentProps<'ul'>, 'className' | 'aria-label' | 'onClick'> {
  items: readonly T[];
  idOf: (item: T) => string;
  /** Whether more items exist on pages not loaded yet. */
  hasMore: boolean;
  /** Renders one item: one `<li>`. */
  children: (item: T, index: number) => ReactElement;
  /** One more `<li>`, after the first six. */
  woven?: ReactElement | undefined;
  /** Whether the items belong to an earlier filter, until the new ones are loaded. */
  isOld?: boolean;
}

/** Spacer for items that are not rendered; spans the whole row of a grid. */
const Gap = ({ height }: { height: number }) => (
  <li aria-hidden="true" style={{ display: 'block', gridColumn: '1 / -1', blockSize: height, padding: 0, border: 0, margin: 0 }} />
);

/**
 * A virtualized list, in rows or a grid. Above a hundred items it renders only those near the viewport or in use, and replaces the
 * others by spacers of their measured heights; `aria-posinset` gives each item's position.
 */
export function LongList<T>({ items, idOf, hasMore, children, woven, isOld, ...list }: LongListProps<T>) {
  const ref = useRef<HTMLUListElement>(null);
  const ids = items.map(idOf);
  const isLong = items.length > most;
  const gapOf = useWindowedList(ref, { ids, isLong, hasWoven: woven !== undefined, hasMore, name: list.className ?? '' });
  const parts: ReactNode[] = [];
  for (let start = 0; start < items.length; start += groupSize) {
    const gap = gapOf(start);
    if (gap !== null) parts.push(<Gap key={`gap-${start}`} height={gap} />);
    else
      for (const [i, item] of items.slice(start, start + groupSize).entries())
        parts.push(
          <PartBoundary key={ids[start + i]} item>
            {children(item, start + i)}
          </PartBoundary>,
        );
    if (start === 0 && woven && (items.length >= groupSize || !hasMore)) parts.push(<Fragment key="woven">{woven}</Fragment>);
  }
  if (items.length === 0 && woven) parts.push(woven);
  return (
    <ul ref={ref} {...list} data-old={isOld || undefined} data-windowed={isLong || undefined}>
      {parts}
    </ul>
  );
}
