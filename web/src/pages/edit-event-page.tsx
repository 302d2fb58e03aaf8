import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Notice } from '@/components/notice';
import { PageHead } from '@/components/page-head';
import { EditEvent } from '@/features/event-form/edit-event';
import { EventGate } from '@/features/events/event-page/event-gate';
import { mergeEvents, type ShownEvent } from '@/features/events/events.store';
import { OverlappingEvents } from '@/features/events/overlapping-events';
import { TermDateHint } from '@/features/events/term-dates';
import { useScopeQuestion } from '@/features/events/use-scope-question';

function Form({ event }: { event: ShownEvent }) {
  const { ask, dialog } = useScopeQuestion(event.ID);
  const planned = { society_id: event.Society_ID, except: event.ID };
  return (
    <>
      <EditEvent
        event={event}
        askScope={ask}
        overlaps={(plan) =>
          event.Phase === 'upcoming' && (
            <>
              <TermDateHint from={plan.date} to={plan.end_date ?? plan.date} />
              <OverlappingEvents plan={{ ...plan, ...planned }} />
            </>
          )
        }
        onSaved={(saved) => void mergeEvents(saved)}
      />
      {dialog}
    </>
  );
}

/** /events/{id}/edit */
export default function EditEventPage() {
  const { t } = useTranslation('event-form');
  const { id = '' } = useParams();
  return (
    <div className="page">
      <EventGate key={id} id={id}>
        {(event) =>
          event.Can.edit ? (
            <div className="stack">
              <PageHead title={t('edit.title')} lead={t('edit.lead')} />
              <Form event={event} />
            </div>
          ) : (
            <Notice
              tab={t('edit.title')}
              title={t('closed.editTitle')}
              text={t('closed.editText')}
              to={`/events/${id}`}
              action={t('closed.editAction')}
            />
          )
        }
      </EventGate>
    </div>
  );
}
