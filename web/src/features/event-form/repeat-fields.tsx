import { useTranslation } from 'react-i18next';
import { seriesLength } from '#models/contract/limits';
import { NativeSelect, TextInput } from '@/components/fields';
import { fieldOf, helpBelow } from '@/lib/form-fields';
import { formatNumber } from '@/lib/format';
import css from './event-form.module.css';
import type { EventForm } from './event-values';
import { intervals } from './repeat-values';

function EndField({ form, range }: RepeatFieldsProps) {
  const { t } = useTranslation('event-form');
  if (form.values.repeatEnds === 'until')
    return (
      <TextInput
        {...fieldOf(form, 'repeatUntil')}
        key="until"
        {...range}
        min={form.values.date || range.min}
        type="date"
        withAsterisk
        label={t('repeat.until')}
        description={t('repeat.untilHelp')}
        inputWrapperOrder={helpBelow}
      />
    );
  return (
    <TextInput
      {...fieldOf(form, 'repeatCount')}
      key="count"
      inputMode="numeric"
      dir="ltr"
      withAsterisk
      label={t('repeat.count')}
      description={t('repeat.countHelp', { least: formatNumber(seriesLength.least), most: formatNumber(seriesLength.most) })}
      inputWrapperOrder={helpBelow}
    />
  );
}

export interface RepeatFieldsProps {
  form: EventForm;
  /** First and last selectable day. */
  range: { min?: string | undefined; max?: string | undefined };
}

/** Whether and how a new event repeats, and how the series ends. */
export function RepeatFields({ form, range }: RepeatFieldsProps) {
  const { t } = useTranslation('event-form');
  const { repeats } = form.values;
  return (
    <div className={css.row}>
      <NativeSelect
        size="md"
        {...fieldOf(form, 'repeats')}
        label={t('repeat.label')}
        data={[{ value: '', label: t('repeat.never') }, ...intervals.map((value) => ({ value, label: t(`repeat.${value}`) }))]}
      />
      {repeats !== '' && (
        <>
          <NativeSelect
            size="md"
            {...fieldOf(form, 'repeatEnds')}
            label={t('repeat.ends')}
            data={[
              { value: 'count', label: t('repeat.byCount') },
              { value: 'until', label: t('repeat.byDay') },
            ]}
          />
          <EndField form={form} range={range} />
        </>
      )}
    </div>
  );
}
