import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ThingGate } from '@/components/thing-gate';
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
  const view = useEvent(id);
  const { error } = view.query;
  return (
    <>
      {view.state.is === 'failed' && isUnreachableError(error) && storedTicket}
      <ThingGate
        view={view}
        skeleton={<EventSkeleton />}
        missing={(was) => <MissingEvent wasDeleted={was === 'removed'} />}
        failed={t('failedTitle')}
        failedText={failureText(error) || t('failed')}
      >
        {children}
      </ThingGate>
    </>
  );
}
