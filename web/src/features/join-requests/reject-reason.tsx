import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { Chips } from '@/components/chips';
import { Textarea } from '@/components/fields';
import css from './join-requests.module.css';

const presets = ['full', 'faculty', 'question', 'twice'] as const;
type Preset = (typeof presets)[number];

export interface RejectReasonProps {
  reason: string;
  onReason: (reason: string) => void;
  /** The society asks a question; enables the preset for an unanswered one. */
  hasQuestion: boolean;
}

/** Optional reason of a rejection: free text, or one of the presets. */
export function RejectReason({ reason, onReason, hasQuestion }: RejectReasonProps) {
  const { t } = useTranslation('join-requests');
  const fieldId = useId();
  const shown = presets.filter((each) => each !== 'question' || hasQuestion);
  const written = reason.trim();
  const chosen = shown.find((each) => t(`reasons.${each}.text`) === written);
  const fill = (each: Preset) => {
    const text = t(`reasons.${each}.text`);
    // Append to free text, but replace another preset.
    onReason((written && !chosen ? `${written} ${text}` : text).slice(0, lengths.reason));
    document.getElementById(fieldId)?.focus();
  };
  return (
    <div className={css.reject}>
      <Textarea
        id={fieldId}
        label={t('reasonLabel')}
        description={t('reasonHelp')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={lengths.reason}
        dir={reason ? 'auto' : undefined}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
      <Chips<Preset | ''>
        wraps
        label={t('reasons.label')}
        options={shown.map((value) => ({ value, label: t(`reasons.${value}.name`) }))}
        value={chosen ?? ''}
        onChange={(each) => each && fill(each)}
      />
    </div>
  );
}
