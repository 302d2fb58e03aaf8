import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { EventGate } from '@/features/events/event-page/event-gate';
import { useEvent } from '@/features/events/events.queries';
import type { ShownEvent } from '@/features/events/events.store';
import { EventPoster } from '@/features/poster/event-poster';
import { PosterFrame } from '@/features/poster/poster-frame';
import { useRooms } from '@/lib/live';

function Poster({ event }: { event: ShownEvent }) {
  useRooms([roomOf('event', event.ID)]);
  return <EventPoster event={event} society={event.Society} />;
}

/** /events/{id}/poster */
export default function EventPosterPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('poster');
  const { event } = useEvent(id);
  return (
    <PosterFrame back={t('toEvent')} path={`/events/${id}`} isPrintable={event !== undefined}>
      <EventGate id={id}>{(found) => <Poster event={found} />}</EventGate>
    </PosterFrame>
  );
}
