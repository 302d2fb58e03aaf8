import type { ReactNode } from 'react';
import { type AsyncQuery, asyncState } from './async-list';
import { RowSkeletons, Waiting } from './skeletons';
import { ErrorLine, ErrorState } from './states';

interface AsyncCardProps<D> {
  query: AsyncQuery;
  /** What is shown of the answer; undefined while there is none. */
  data: D | undefined;
  children: (data: D) => ReactNode;
  skeleton?: ReactNode;
  /** Title of the failure; the general one without it. */
  failed?: string | undefined;
  /** A failure in one line, for small cards, as a block, as a card where there is none around it, or as the whole page. */
  failure?: 'line' | 'block' | 'card' | 'page';
}

/** The inside of a card in all of its states: loading, failed and loaded. An empty answer is up to the children. */
export function AsyncCard<D>({ query, data, children, skeleton = <RowSkeletons />, failed, failure = 'line' }: AsyncCardProps<D>) {
  const state = asyncState(query);
  if (data !== undefined && state === 'loaded') return children(data);
  if (state === 'failed') {
    const shared = { ...(failed && { title: failed }), onRetry: () => void query.refetch() };
    if (failure === 'line') return <ErrorLine {...shared} />;
    const block = <ErrorState {...shared} titleAs={failure === 'page' ? 'h1' : 'p'} />;
    return failure === 'block' ? block : <div className="card">{block}</div>;
  }
  return state === 'loading' ? <Waiting>{skeleton}</Waiting> : null;
}
