import { useTranslation } from 'react-i18next';
import { eventTags } from '#models/contract/events';
import { lengths } from '#models/contract/limits';
import { ChipSet } from '@/components/chips';
import { useTagName } from '@/components/event-words';
import { Switch, TextInput } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { formatNumber } from '@/lib/format';
import css from './event-form.module.css';
import { type EventForm, errorOf, fieldOf } from './form-parts';

function Tags({ form }: { form: EventForm }) {
  const { t } = useTranslation('event-form');
  const tagName = useTagName();
  const { tags } = form.values;
  // An event may have tags of its organiser's own: they stay, and can be taken off.
  const offered = [...eventTags, ...tags.filter((tag) => !(eventTags as readonly string[]).includes(tag))];
  const error = errorOf(form, 'tags');
  return (
    <div className={css.group}>
      <p className={css.label}>{t('field.tags')}</p>
      <ChipSet
        label={t('field.tags')}
        options={offered.map((value) => ({ value, label: tagName(value) }))}
        values={tags}
        max={lengths.tags}
        onChange={(chosen) => form.set('tags', chosen)}
      />
      <p className="small dim">{t('field.tagsHelp', { count: lengths.tags, n: formatNumber(lengths.tags) })}</p>
      {error && <p className={`${css.error} small`}>{error}</p>}
    </div>
  );
}

interface MoreFieldsProps {
  form: EventForm;
  /** A picture is on its way, or no more. */
  onBusy: (isBusy: boolean) => void;
  /** How many go already: fewer seats than these are worth a word. */
  attendees?: number;
}

/** What may be said besides: a picture, a limit, whether one has to register, tags. */
export function MoreFields({ form, onBusy, attendees = 0 }: MoreFieldsProps) {
  const { t } = useTranslation('event-form');
  const { image, maxAttendees, registrationRequired } = form.values;
  const isFewer = maxAttendees.trim() !== '' && Number(maxAttendees) < attendees;
  return (
    <>
      <ImageField
        label={t('field.image')}
        value={image}
        error={errorOf(form, 'image')}
        onChange={(address) => form.set('image', address)}
        onBusy={onBusy}
      />
      <TextInput
        {...fieldOf(form, 'maxAttendees')}
        className={css.short ?? ''}
        inputMode="numeric"
        dir="ltr"
        label={t('field.maxAttendees')}
        description={t('field.maxAttendeesHelp')}
      />
      {isFewer && (
        <p className={`${css.warning} small`} role="status">
          {t('edit.fewer', { count: attendees, n: formatNumber(attendees) })}
        </p>
      )}
      <Switch
        name="registrationRequired"
        label={t('field.registrationRequired')}
        description={t('field.registrationRequiredHelp')}
        checked={registrationRequired}
        onChange={(event) => form.set('registrationRequired', event.currentTarget.checked)}
      />
      <Tags form={form} />
    </>
  );
}
