import { useTranslation } from 'react-i18next';
import { eventTags } from '#models/contract/event-choices';
import { lengths } from '#models/contract/limits';
import { useTagName } from '@/components/event-names';
import { Switch, TextInput } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { TagsField } from '@/components/tags-field';
import { errorOf, fieldOf, flagOf, pictureOf } from '@/lib/form-fields';
import { formatNumber } from '@/lib/format';
import css from './event-form.module.css';
import type { EventForm } from './event-values';

function Tags({ form }: { form: EventForm }) {
  const { t } = useTranslation('event-form');
  const tagName = useTagName();
  return (
    <TagsField
      label={t('field.tags')}
      offered={eventTags}
      nameOf={tagName}
      chosen={form.values.tags}
      max={lengths.tags}
      help={t('field.tagsHelp', { count: lengths.tags, n: formatNumber(lengths.tags) })}
      error={errorOf(form, 'tags')}
      onChange={(chosen) => form.set('tags', chosen)}
    />
  );
}

interface MoreFieldsProps {
  form: EventForm;
  /** Called when a picture upload starts and ends. */
  onBusy: (isBusy: boolean) => void;
  /** Current attendees: a lower seat limit shows a warning. */
  attendees?: number;
}

/** Last step, all optional: picture, seat limit, registration and tags. */
export function MoreFields({ form, onBusy, attendees = 0 }: MoreFieldsProps) {
  const { t } = useTranslation('event-form');
  const { maxAttendees } = form.values;
  const hasTooFewSeats = maxAttendees.trim() !== '' && Number(maxAttendees) < attendees;
  return (
    <>
      <ImageField {...pictureOf(form)} label={t('field.image')} onBusy={onBusy} />
      <TextInput
        {...fieldOf(form, 'maxAttendees')}
        className={css.short ?? ''}
        inputMode="numeric"
        dir="ltr"
        label={t('field.maxAttendees')}
        description={t('field.maxAttendeesHelp')}
      />
      {hasTooFewSeats && (
        <p className={`${css.warning} small`} role="status">
          {t('edit.fewer', { count: attendees, n: formatNumber(attendees) })}
        </p>
      )}
      <Switch
        {...flagOf(form, 'registrationRequired')}
        label={t('field.registrationRequired')}
        description={t('field.registrationRequiredHelp')}
      />
      {maxAttendees.trim() !== '' && (
        <Switch {...flagOf(form, 'offerSeats')} label={t('field.offerSeats')} description={t('field.offerSeatsHelp')} />
      )}
      <Tags form={form} />
    </>
  );
}
