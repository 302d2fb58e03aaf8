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
  /** What is kept here of the event, for who cannot reach the server. */
  kept?: ReactNode;
  children: (event: ShownEvent) => ReactNode;
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);
const isUnreached = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** No event, or none that the viewer may see: it comes back by itself when its society opens up. */
function Unseen({ id }: { id: string }) {
  useRefetchOnOpening(keys.info(id));
  return <MissingEvent wasDeleted={false} />;
}

/** An event's page once it is there; until then its shape, or why there is nothing to see. */
export function EventGate({ id, kept, children }: EventGateProps) {
  const { t } = useTranslation('event');
  const { query, event } = useEvent(id);
  if (event) return children(event);
  if (events.isRemoved(id)) return <MissingEvent wasDeleted />;
  if (!query.isError) return <EventSkeleton />;
  if (isMissing(query.error)) return <Unseen id={id} />;
  return (
    <>
      {isUnreached(query.error) && kept}
      <div className="card">
        <ErrorState titleAs="h1" title={failureText(query.error) || t('failed')} onRetry={() => void query.refetch()} />
      </div>
    </>
  );
}
