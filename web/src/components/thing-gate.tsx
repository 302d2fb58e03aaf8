import type { ReactNode } from 'react';
import type { ThingState } from '@/sync/things';
import { Waiting } from './skeletons';
import { ErrorState } from './states';

interface ThingGateProps<T> {
  view: { state: ThingState<T>; retry: () => void };
  /** Placeholder of the page. */
  skeleton: ReactNode;
  /** Shown if the viewer cannot see the thing, or if it was removed while it was shown. */
  missing: (was: 'missing' | 'removed') => ReactNode;
  /** Title of the failure; the general one without it. */
  failed?: string | undefined;
  /** Below the title; the general hint without it. */
  failedText?: string | undefined;
  /** `p` where the page has a heading beside it. */
  titleAs?: 'h1' | 'p';
  children: (thing: T) => ReactNode;
}

/** The page of one thing in all of its states: loading, missing, removed, failed and loaded. */
export function ThingGate<T>({
  view: { state, retry },
  skeleton,
  missing,
  failed,
  failedText,
  titleAs = 'h1',
  children,
}: ThingGateProps<T>) {
  if (state.is === 'there') return children(state.thing);
  if (state.is === 'loading') return <Waiting>{skeleton}</Waiting>;
  if (state.is !== 'failed') return missing(state.is);
  return (
    <div className="card">
      <ErrorState titleAs={titleAs} {...(failed && { title: failed })} {...(failedText && { text: failedText })} onRetry={retry} />
    </div>
  );
}
