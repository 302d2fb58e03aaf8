import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Event } from '#models/contract/events';
import { Notice } from '@/components/notice';
import { Placeholder, RowSkeletons } from '@/components/skeletons';
import { ThingGate } from '@/components/thing-gate';
import type { ThingView } from '@/sync/things';

/** Event fields that the organisers' pages use. */
export type OrganisedEvent = Pick<
  Event,
  'ID' | 'Title' | 'Date' | 'Time' | 'Phase' | 'Society_ID' | 'Society' | 'Status' | 'attendees' | 'Can'
>;

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
export function EventGate({ title, view }: { title: string; view: ThingView<OrganisedEvent> }) {
  const { t } = useTranslation(['check-in', 'common']);
  const missing = () => (
    <Notice tab={title} kind="closed" seed="no event" title={t('check-in:missing')} to="/events" action={t('check-in:browse')} />
  );
  return (
    <>
      <title>{`${title} · ${t('common:name')}`}</title>
      <ThingGate view={view} skeleton={<Loading title={title} />} missing={missing} failed={t('check-in:failed')}>
        {({ ID }) => (
          <Notice
            tab={title}
            kind="closed"
            title={t('check-in:forbidden.title')}
            text={t('check-in:forbidden.text')}
            to={`/events/${ID}`}
            action={t('check-in:forbidden.action')}
          />
        )}
      </ThingGate>
    </>
  );
}
