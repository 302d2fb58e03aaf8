import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Excerpt } from '@/components/excerpt';
import { PartBoundary } from '@/components/part-boundary';
import { PersonAvatar } from '@/components/person-avatar';
import { formatNumber } from '@/lib/format';
import { lazyOptional } from '@/lib/lazy-optional';
import { useViewerStanding } from '../attendance';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

/** Here instead of on the page itself, since it is for a few viewers, of events that are over. */
const FeedbackCard = lazyOptional(() => import('../feedback/feedback-card'), { areas: ['feedback'] });

/** Faces of attendees whom the viewer follows, and the number of others; organisers get a link to the full list. */
function Attendees({ event: { ID, Faces, attendees, Can, Phase } }: { event: ShownEvent }) {
  const { t } = useTranslation(['event', 'common']);
  const followed = Faces.length;
  const part = Phase === 'ended' ? 'went' : 'who';
  const some = (key: 'others' | 'followed' | 'all', count: number) => t(`event:${part}.${key}`, { count, n: formatNumber(count) });
  return (
    <section className={`card ${css.box}`} aria-label={t(`event:${part}.title`)}>
      <header className={css.boxHead}>
        <h2 className="h2">{t(`event:${part}.title`)}</h2>
        {Can.edit && attendees > 0 && (
          <Link className="link small tap" to={`/events/${ID}/attendees`}>
            {some('all', attendees)}
          </Link>
        )}
      </header>
      {followed > 0 && (
        <ul className={css.faces}>
          {Faces.map((face) => (
            <li key={face.ID}>
              <Link to={`/users/${face.ID}`} className={css.face}>
                <PersonAvatar id={face.ID} name={face.Name} image={face.Image} size={52} />
                <Excerpt className="micro">{face.Name.split(' ')[0] || t('common:unknownUser')}</Excerpt>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="small soft">
        {attendees === 0 ? t(`event:${part}.nobody`) : some('others', attendees)}
        {followed > 0 && ` ${some('followed', followed)}`}
      </p>
    </section>
  );
}

/** Card of those who come or came; after the event also the two questions to those who had a seat. */
export function AttendeesCard({ event }: { event: ShownEvent }) {
  const { attendance } = useViewerStanding(event);
  const hadSeat = event.Phase === 'ended' && event.Status !== 'cancelled' && attendance === 'attending';
  return (
    <>
      <Attendees event={event} />
      {hadSeat && (
        <PartBoundary>
          <FeedbackCard eventId={event.ID} />
        </PartBoundary>
      )}
    </>
  );
}
