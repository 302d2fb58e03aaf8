import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { Chips } from '@/components/chips';
import { Textarea } from '@/components/fields';
import css from './join-requests.module.css';

const reasons = ['full', 'faculty', 'question', 'twice'] as const;
type Known = (typeof reasons)[number];

export interface RejectReasonProps {
  reason: string;
  onReason: (reason: string) => void;
  /** Only then can somebody have left the question open. */
  hasQuestion: boolean;
}

/** Why somebody is rejected, if one likes to say: in one's own words, or in those that are said most. */
export function RejectReason({ reason, onReason, hasQuestion }: RejectReasonProps) {
  const { t } = useTranslation('join-requests');
  const fieldId = useId();
  const shown = reasons.filter((each) => each !== 'question' || hasQuestion);
  const written = reason.trim();
  const chosen = shown.find((each) => t(`reasons.${each}.text`) === written);
  const fill = (each: Known) => {
    const words = t(`reasons.${each}.text`);
    // Keep own words: a press adds to them.
    onReason((written && !chosen ? `${written} ${words}` : words).slice(0, lengths.reason));
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
      <Chips<Known | ''>
        wraps
        label={t('reasons.label')}
        options={shown.map((value) => ({ value, label: t(`reasons.${value}.name`) }))}
        value={chosen ?? ''}
        onChange={(each) => each && fill(each)}
      />
    </div>
  );
}
