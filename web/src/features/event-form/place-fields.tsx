import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { Checkbox, Switch, TextInput } from '@/components/fields';
import { fieldOf, flagOf, written } from '@/lib/form-fields';
import { DateHints, type RenderOverlaps, type SeriesParts } from './date-hints';
import css from './event-form.module.css';
import type { EventForm } from './event-values';

/** Most years ahead of an event's date. */
const yearsAhead = 2;
const yearsLater = (day: string): string => `${Number(day.slice(0, 4)) + yearsAhead}${day.slice(4)}`;

function PlaceField({ form }: { form: EventForm }) {
  const { t } = useTranslation('event-form');
  const { isOnline, location } = form.values;
  if (isOnline) {
    return (
      <TextInput
        {...fieldOf(form, 'onlineLink')}
        key="link"
        type="url"
        dir="ltr"
        withAsterisk
        label={t('field.onlineLink')}
        description={t('field.onlineLinkHelp')}
        placeholder="https://"
        maxLength={lengths.url}
      />
    );
  }
  return (
    <TextInput
      {...fieldOf(form, 'location')}
      {...written(location)}
      key="place"
      withAsterisk
      label={t('field.location')}
      placeholder={t('field.locationHint')}
      maxLength={lengths.location}
    />
  );
}

interface PlaceFieldsProps {
  form: EventForm;
  /** First selectable day; without it, past days are allowed. */
  today?: string | undefined;
  /** Given if the event may repeat: for a new one. */
  series?: SeriesParts;
  /** Renders what else is on at the chosen time. */
  overlaps?: RenderOverlaps | undefined;
}

/** Second step: date, time and place. */
export function PlaceFields({ form, today, series, overlaps }: PlaceFieldsProps) {
  const { t } = useTranslation('event-form');
  const { date, endsLater } = form.values;
  const range = today ? { min: today, max: yearsLater(today) } : {};
  return (
    <>
      <div className={css.row}>
        <TextInput {...fieldOf(form, 'date')} {...range} type="date" withAsterisk label={t('field.date')} />
        <TextInput {...fieldOf(form, 'startTime')} type="time" withAsterisk label={t('field.startTime')} />
        <TextInput {...fieldOf(form, 'endTime')} type="time" label={t('field.endTime')} />
      </div>
      <Checkbox {...flagOf(form, 'endsLater')} label={t('field.endsLater')} />
      {endsLater && (
        <TextInput
          {...fieldOf(form, 'endDate')}
          {...range}
          min={date || today}
          type="date"
          className={css.short ?? ''}
          label={t('field.endDate')}
        />
      )}
      {series && <series.Fields form={form} range={range} />}
      <DateHints values={form.values} series={series} overlaps={overlaps} />
      <Switch {...flagOf(form, 'isOnline')} label={t('field.isOnline')} description={t('field.isOnlineHelp')} />
      <PlaceField form={form} />
    </>
  );
}
