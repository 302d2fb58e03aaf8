import { IconClock, IconMapPin, IconVideo } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isUpload } from '#models/contract/image-sizes';
import { useEventCategoryName } from '@/components/event-names';
import { Excerpt } from '@/components/excerpt';
import { Side } from '@/components/side';
import { TicketCategory, TicketShape } from '@/components/ticket-shape';
import { eventTime, formatNumber } from '@/lib/format';
import { useWide } from '@/lib/use-wide';
import css from './event-form.module.css';
import type { EventValues } from './event-values';
import { numberOf } from './repeat-values';

interface TicketPreviewProps {
  values: EventValues;
  societyId: string;
}

function Seats({ maxAttendees }: Pick<EventValues, 'maxAttendees'>) {
  const { t } = useTranslation('event-form');
  const seats = numberOf(maxAttendees.trim());
  const isLimited = maxAttendees.trim() !== '' && Number.isInteger(seats) && seats > 0;
  return <span className="small soft">{isLimited ? t('preview.seats', { count: seats, n: formatNumber(seats) }) : t('preview.free')}</span>;
}

/** The ticket of the planned event, as its card will look, from what was typed so far. */
function TicketPreview({ values, societyId }: TicketPreviewProps) {
  const { t } = useTranslation(['event-form', 'common']);
  const categoryName = useEventCategoryName();
  const titleId = useId();
  const { title, category, date, startTime, isOnline, location, image, maxAttendees } = values;
  const Place = isOnline ? IconVideo : IconMapPin;
  return (
    <section className="stack" aria-label={t('event-form:preview.title')}>
      <p className="small dim">{t('event-form:preview.title')}</p>
      <TicketShape
        labelledBy={titleId}
        seed={societyId}
        category={category}
        image={isUpload(image) ? image : ''}
        date={date}
        corner={category && <TicketCategory>{categoryName(category)}</TicketCategory>}
        foot={<Seats maxAttendees={maxAttendees} />}
      >
        <p id={titleId} className={`h3 ${title.trim() ? '' : css.missing}`}>
          <bdi>{title.trim() || t('event-form:preview.noTitle')}</bdi>
        </p>
        <div className={`${css.previewFacts} small soft`}>
          <span className="row">
            <IconClock size={16} stroke={1.75} aria-hidden="true" />
            {eventTime(startTime)}
          </span>
          <span className="row">
            <Place size={16} stroke={1.75} aria-hidden="true" />
            <Excerpt>{isOnline ? t('event-form:preview.online') : location.trim() || t('common:tbd')}</Excerpt>
          </span>
        </div>
      </TicketShape>
    </section>
  );
}

/** The form with its ticket at the side; on phones without. */
export function BesideTicket({ children, ...preview }: TicketPreviewProps & { children: ReactNode }) {
  const isWide = useWide();
  return (
    <div className={isWide ? 'split' : undefined}>
      {children}
      {isWide && (
        <Side>
          <TicketPreview {...preview} />
        </Side>
      )}
    </div>
  );
}
