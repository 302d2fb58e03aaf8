import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Event } from '#models/contract/events';
import { Placeholder, RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { ApiError } from '@/lib/api-error';

/** Event fields that the organisers' pages use. */
export type OrganisedEvent = Pick<Event, 'ID' | 'Title' | 'Date' | 'Time' | 'Society_ID' | 'Status' | 'attendees' | 'Can'>;

interface EventQuery {
  isError: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

interface EventGateProps {
  title: string;
  query: EventQuery;
  event: OrganisedEvent | undefined;
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && [400, 404].includes(error.status);

function Forbidden({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  return (
    <EmptyState
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      titleAs="h1"
      seed="closed gate"
      action={
        <Button component={Link} to={`/events/${eventId}`} variant="default">
          {t('forbidden.action')}
        </Button>
      }
    />
  );
}

function Missing() {
  const { t } = useTranslation('check-in');
  return (
    <EmptyState
      title={t('missing')}
      titleAs="h1"
      seed="no event"
      action={
        <Button component={Link} to="/events" variant="default">
          {t('browse')}
        </Button>
      }
    />
  );
}

function Loading({ title }: { title: string }) {
  return (
    <div className="stack">
      <h1 className="h1">{title}</h1>
      <Placeholder>
        <Skeleton height={92} radius="lg" />
        <RowSkeletons rows={5} />
      </Placeholder>
    </div>
  );
}

/** Replaces an organisers' page that cannot be shown: still loading, missing, failed, or forbidden to the viewer. */
export function EventGate({ title, query, event }: EventGateProps) {
  const { t } = useTranslation(['check-in', 'common']);
  const isMissing = query.isError && isGone(query.error);
  const isFailed = query.isError && !isMissing && !event;
  return (
    <>
      <title>{`${title} · ${t('common:name')}`}</title>
      {!isMissing && !event && !isFailed ? (
        <Loading title={title} />
      ) : (
        <div className="card">
          {isMissing && <Missing />}
          {isFailed && <ErrorState title={t('check-in:failed')} titleAs="h1" onRetry={() => void query.refetch()} />}
          {event && !isMissing && <Forbidden eventId={event.ID} />}
        </div>
      )}
    </>
  );
}
