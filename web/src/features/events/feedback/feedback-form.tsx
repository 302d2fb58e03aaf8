import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { feedbackLimits, type OwnFeedback, ratings } from '#models/contract/event-feedback';
import { DraftNote } from '@/components/draft';
import { FormButtons } from '@/components/form-buttons';
import { Textarea } from '@/components/text-fields';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { useFormAction } from '@/sync/form-action';
import css from './feedback.module.css';
import { sendFeedback } from './feedback.store';

/** A number, since drafts keep the type of a field. */
const unrated = 0;

/** Radio tiles from 1 to 5, each with its word. */
function RatingField({ value, onChange }: { value: number; onChange: (rating: number) => void }) {
  const { t } = useTranslation('feedback');
  const name = useId();
  return (
    <fieldset className={css.rating}>
      <legend className={css.label}>{t('rating')}</legend>
      <div className={css.tiles}>
        {ratings.map((each) => (
          <label key={each}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              value={each}
              checked={each === value}
              aria-label={t('ratingOf', { n: formatNumber(each), word: t(`ratings.${each}`) })}
              onChange={() => onChange(each)}
            />
            <span className={css.tile} aria-hidden="true">
              <b>{formatNumber(each)}</b>
              <span className="micro">{t(`ratings.${each}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The two questions, new or to change the answer. What was typed outlives a failure and a reload. */
export function FeedbackForm({ own, onClose }: { own: OwnFeedback; onClose: () => void }) {
  const { t } = useTranslation('feedback');
  const isNew = own.Rating === null;
  const form = useDraftedForm(`event-feedback:${own.event_id}`, { rating: own.Rating ?? unrated, text: own.Text });
  const { rating, text } = form.values;
  const { submit, isBusy } = useFormAction(form, async () => {
    await sendFeedback(own.event_id, rating, text.trim());
    form.sent();
    toast('success', t(isNew ? 'sent' : 'changed'));
    onClose();
  });
  const cancel = () => {
    form.startOver();
    onClose();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <p className="small soft">{t('lead')}</p>
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <RatingField value={rating} onChange={(next) => form.set('rating', next)} />
      <Textarea
        label={t('text')}
        description={t('help')}
        error={form.errors.text}
        value={text}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={feedbackLimits.length}
        dir={text ? 'auto' : undefined}
        onChange={({ target }) => form.set('text', target.value)}
      />
      <FormButtons
        action={t(isNew ? 'send' : 'save')}
        busyLabel={t('sending')}
        isBusy={isBusy}
        isDisabled={rating === unrated}
        onCancel={isNew ? undefined : cancel}
      />
    </form>
  );
}
