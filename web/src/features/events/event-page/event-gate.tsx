import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states';
import { failureText } from '@/lib/failures';
import { isUnreachableError } from '@/lib/reachability';
import { useEvent } from '../events.queries';
import type { ShownEvent } from '../events.store';
import { EventSkeleton, MissingEvent } from './event-states';

interface EventGateProps {
  id: string;
  /** The stored ticket, shown if the server is unreachable. */
  storedTicket?: ReactNode;
  children: (event: ShownEvent) => ReactNode;
}

/** Renders an event once it is loaded; before, a skeleton or the reason why it cannot be shown. */
export function EventGate({ id, storedTicket, children }: EventGateProps) {
  const { t } = useTranslation('event');
  const { state, query, retry } = useEvent(id);
  if (state.is === 'there') return children(state.thing);
  if (state.is === 'loading') return <EventSkeleton />;
  if (state.is !== 'failed') return <MissingEvent wasDeleted={state.is === 'removed'} />;
  return (
    <>
      {isUnreachableError(query.error) && storedTicket}
      <div className="card">
        <ErrorState titleAs="h1" title={failureText(query.error) || t('failed')} onRetry={retry} />
      </div>
    </>
  );
}
