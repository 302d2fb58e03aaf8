import { Button } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { InputOf } from '#models/contract/define';
import { updateEvent } from '#models/contract/event-changes';
import { type SeriesScope, updateSeries } from '#models/contract/event-series';
import type { Event } from '#models/contract/events';
import { BusyButton } from '@/components/busy-button';
import { DraftNote, mayDiscard } from '@/components/draft';
import { api, fieldErrorsOf } from '@/lib/api';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { useFormAction } from '@/sync/form-action';
import type { RenderOverlaps } from './date-hints';
import { DetailsFields } from './details-fields';
import css from './event-form.module.css';
import { changesOf, type EventValues, faultsFrom, faultsOf, valuesOf } from './event-values';
import { MoreFields } from './more-fields';
import { PlaceFields } from './place-fields';
import { useUniversityClock } from './university-clock';

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`card ${css.sheet}`} aria-label={title}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  );
}

type Changes = Omit<InputOf<typeof updateEvent>, 'event_id'>;
interface Saved {
  events: readonly Event[];
  /** Number of meetings that were left because they were changed on their own. */
  left: number;
}

/** Saves changes of an event, or of it and other meetings of its series. */
async function save(event_id: string, scope: 'one' | SeriesScope, changes: Changes): Promise<Saved> {
  if (scope === 'one') return { events: [(await api(updateEvent, { event_id, ...changes })).data], left: 0 };
  const { meetings, left } = (await api(updateSeries, { event_id, scope, ...changes })).data;
  return { events: meetings, left: left.length };
}

interface EditEventProps {
  event: Omit<Event, 'Standing'>;
  /** Asks which meetings of a series a change reaches; resolves to null if it is not to be made. */
  askScope?: () => Promise<'one' | SeriesScope | null>;
  /** Renders what else is on at the chosen time. */
  overlaps?: RenderOverlaps;
  /** Called with the saved events. */
  onSaved: (events: readonly Event[]) => void;
}

/** Edits an event on one page, starting from the event as it was when the page opened; the last save wins. */
export function EditEvent({ event, askScope = async () => 'one', overlaps, onSaved }: EditEventProps) {
  const { t } = useTranslation(['event-form', 'event', 'common']);
  const navigate = useNavigate();
  const [before] = useState(() => valuesOf(event));
  const form = useDraftedForm<EventValues>(`event:${event.ID}`, before);
  const [isUploading, setUploading] = useState(false);
  const clock = useUniversityClock();
  const back = `/events/${event.ID}`;
  const seriesText = (count: number, left: number): string =>
    [
      t('event-form:edit.doneSeries', { count, n: formatNumber(count) }),
      ...(left > 0 ? [t('event:series.scope.left', { count: left, n: formatNumber(left) })] : []),
    ].join('. ');
  const { submit, isBusy } = useFormAction(
    form,
    async (values) => {
      const changes = changesOf(before, values);
      if (Object.keys(changes).length > 0) {
        const scope = await askScope();
        if (scope === null) return;
        const { events, left } = await save(event.ID, scope, changes);
        onSaved(events);
        toast('success', scope === 'one' ? t('event-form:edit.done') : seriesText(events.length, left));
      }
      form.sent();
      await navigate(back);
    },
    {
      validate: (values) => faultsOf(values, clock(), before),
      failure: t('event-form:edit.failed'),
      errorsOf: (error) => faultsFrom(fieldErrorsOf(error)),
    },
  );
  const leave = async (pressed: MouseEvent) => {
    if (Object.keys(changesOf(before, form.values)).length === 0) return;
    pressed.preventDefault();
    if (!(await mayDiscard(true, t('event-form:leave.editTitle')))) return;
    form.sent();
    await navigate(back);
  };
  return (
    <form
      ref={form.form}
      noValidate
      className={css.form}
      onSubmit={(submitted) => (isUploading ? submitted.preventDefault() : submit(submitted))}
    >
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <FormSection title={t('event-form:step.details')}>
        <DetailsFields form={form} />
      </FormSection>
      <FormSection title={t('event-form:step.place')}>
        <PlaceFields form={form} today={event.Phase === 'upcoming' ? clock().date : undefined} overlaps={overlaps} />
      </FormSection>
      <FormSection title={t('event-form:step.more')}>
        <MoreFields form={form} onBusy={setUploading} attendees={event.attendees} />
      </FormSection>
      <div className={css.foot}>
        <Button component={Link} to={back} variant="default" onClick={(pressed: MouseEvent) => void leave(pressed)}>
          {t('common:cancel')}
        </Button>
        <BusyButton type="submit" busy={isBusy} busyLabel={t('event-form:edit.busy')}>
          {t('event-form:edit.submit')}
        </BusyButton>
      </div>
    </form>
  );
}
