import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Notice } from '@/components/notice';
import { PageHead } from '@/components/page-head';
import { EditEvent } from '@/features/event-form/edit-event';
import { EventGate } from '@/features/events/event-page/event-gate';
import { mergeEvents } from '@/features/events/events.store';

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
              <EditEvent event={event} onSaved={(saved) => void mergeEvents([saved])} />
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
