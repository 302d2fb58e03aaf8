import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { Notice } from '@/components/notice';
import { PageHead } from '@/components/page-head';
import { RowSkeletons } from '@/components/skeletons';
import { EventWizard } from '@/features/event-form/event-wizard';
import { useEvent } from '@/features/events/events.queries';
import type { ShownEvent } from '@/features/events/events.store';
import { OverlappingEvents } from '@/features/events/overlapping-events';
import { TermDateHint } from '@/features/events/term-dates';
import { SocietyGate } from '@/features/societies/society-frame';
import { useUser } from '@/lib/session';

/** Reason why the viewer cannot create events: an unverified address, or the society's permissions. */
function useReason({ Permissions, Role }: Society): string {
  const { t } = useTranslation('event-form');
  const user = useUser();
  if (Role && user?.Verified === false) return t('closed.unverified');
  if (Permissions?.whoCanCreateEvents === 'admins') return t('closed.admins');
  return Permissions?.whoCanCreateEvents === 'moderators' ? t('closed.moderators') : t('closed.members');
}

function Closed({ society }: { society: Society }) {
  const { t } = useTranslation('event-form');
  const reason = useReason(society);
  const to = `/societies/${society.ID}`;
  return <Notice tab={t('create.title')} title={t('closed.title')} text={reason} to={to} action={t('closed.action')} />;
}

function Wizard({ societyId, copied }: { societyId: string; copied?: ShownEvent | undefined }) {
  return (
    <EventWizard
      societyId={societyId}
      copied={copied}
      overlaps={(plan) => (
        <>
          <TermDateHint from={plan.date} to={plan.end_date ?? plan.date} />
          <OverlappingEvents plan={{ ...plan, society_id: societyId }} />
        </>
      )}
    />
  );
}

/** The form with the fields of another event; a blank one if that cannot be loaded. */
function CopyWizard({ societyId, eventId }: { societyId: string; eventId: string }) {
  const { state, event } = useEvent(eventId);
  return state.is === 'loading' ? <RowSkeletons rows={5} /> : <Wizard societyId={societyId} copied={event} />;
}

/** /societies/{id}/events/new, with `copy`: the id of an event whose fields the form begins with */
export default function NewEventPage() {
  const { t } = useTranslation('event-form');
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const copy = search.get('copy');
  return (
    <div className="page">
      <SocietyGate key={id} id={id}>
        {(society) =>
          society.Can.createEvents ? (
            <div className="stack">
              <PageHead title={t('create.title')} lead={<bdi>{t('create.for', { name: society.Name })}</bdi>} />
              {copy ? <CopyWizard key={copy} societyId={id} eventId={copy} /> : <Wizard societyId={id} />}
            </div>
          ) : (
            <Closed society={society} />
          )
        }
      </SocietyGate>
    </div>
  );
}
