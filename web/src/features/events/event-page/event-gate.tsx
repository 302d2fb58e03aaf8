import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states';
import { ApiError } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { useRefetchOnOpening } from '@/lib/use-refetch-on-opening';
import { keys } from '../events.keys';
import { useEvent } from '../events.queries';
import { events, type ShownEvent } from '../events.store';
import { EventSkeleton, MissingEvent } from './event-states';

interface EventGateProps {
  id: string;
  /** The stored ticket, shown if the server is unreachable. */
  storedTicket?: ReactNode;
  children: (event: ShownEvent) => ReactNode;
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);
const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Missing or hidden event; refetched when its society opens up. */
function UnavailableEvent({ id }: { id: string }) {
  useRefetchOnOpening(keys.info(id));
  return <MissingEvent wasDeleted={false} />;
}

/** Renders an event once it is loaded; before, a skeleton or the reason why it cannot be shown. */
export function EventGate({ id, storedTicket, children }: EventGateProps) {
  const { t } = useTranslation('event');
  const { query, event } = useEvent(id);
  if (event) return children(event);
  if (events.isRemoved(id)) return <MissingEvent wasDeleted />;
  if (!query.isError) return <EventSkeleton />;
  if (isMissing(query.error)) return <UnavailableEvent id={id} />;
  return (
    <>
      {isUnreachable(query.error) && storedTicket}
      <div className="card">
        <ErrorState titleAs="h1" title={failureText(query.error) || t('failed')} onRetry={() => void query.refetch()} />
      </div>
    </>
  );
}
