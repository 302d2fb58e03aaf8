import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { EmptyState } from '@/components/states';
import { EditEvent } from '@/features/event-form/edit-event';
import { EventGate } from '@/features/events/event-page/event-gate';
import { mergeEvents } from '@/features/events/events.store';

function Closed({ id }: { id: string }) {
  const { t } = useTranslation(['event-form', 'common']);
  return (
    <div className="card">
      <title>{`${t('event-form:edit.title')} · ${t('common:name')}`}</title>
      <EmptyState
        titleAs="h1"
        title={t('event-form:closed.editTitle')}
        text={t('event-form:closed.editText')}
        action={
          <Button component={Link} to={`/events/${id}`}>
            {t('event-form:closed.editAction')}
          </Button>
        }
      />
    </div>
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
              <EditEvent event={event} onSaved={(saved) => void mergeEvents([saved])} />
            </div>
          ) : (
            <Closed id={id} />
          )
        }
      </EventGate>
    </div>
  );
}
