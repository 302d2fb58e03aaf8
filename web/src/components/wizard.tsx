import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { formatNumber } from '@/lib/format';
import { BusyButton } from './busy-button';
import css from './wizard.module.css';

interface WizardStep {
  title: string;
  content: ReactNode;
  /** Shows the step's errors; returns whether there are none. */
  validate: () => boolean;
}

interface WizardProps {
  title: string;
  steps: readonly WizardStep[];
  /** Index of the open step. */
  step: number;
  onStep: (step: number) => void;
  /** Ref of the form, used to focus the first field with an error. */
  form?: RefObject<HTMLFormElement | null>;
  /** Shown above the first field of each step. */
  note?: ReactNode;
  cancelTo: string;
  /** Asks before typed input is lost; without it the wizard is left at once. */
  mayLeave?: () => Promise<boolean>;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Called when every step is valid. */
  onSubmit: () => void;
}

function Progress({ steps, step }: { steps: readonly WizardStep[]; step: number }) {
  const { t } = useTranslation();
  return (
    <ol className={css.progress} aria-label={t('wizard.progress')}>
      {steps.map(({ title }, index) => (
        <li key={title} className={css.mark} data-done={index < step || undefined} aria-current={index === step ? 'step' : undefined}>
          <span className={css.number} aria-hidden="true">
            {index < step ? <IconCheck size={16} stroke={2.25} /> : <span>{formatNumber(index + 1)}</span>}
          </span>
          <span className={`${css.name} small`}>{title}</span>
        </li>
      ))}
    </ol>
  );
}

/** Heading of a step; focused when the step opens, so that keyboard and screen reader continue there. */
function StepTitle({ title, step, steps }: { title: string; step: number; steps: number }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const opened = useRef(step);
  useEffect(() => {
    if (opened.current !== step) heading.current?.focus();
    opened.current = step;
  }, [step]);
  return (
    <header className={css.head}>
      <p className="micro dim">{t('wizard.step', { step: step + 1, steps })}</p>
      <h2 ref={heading} tabIndex={-1} className="h2">
        {title}
      </h2>
    </header>
  );
}

/**
 * A form in steps. Enter opens the next step and submits only on the last; going on needs a valid step, going back does not;
 * submitting validates every step again and opens the first invalid one.
 */
export function Wizard({
  title,
  steps,
  step,
  onStep,
  form,
  note,
  cancelTo,
  mayLeave,
  submitLabel,
  busyLabel,
  busy,
  onSubmit,
}: WizardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const current = steps[step];
  const isLast = step === steps.length - 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !current) return;
    if (!isLast) return current.validate() ? onStep(step + 1) : undefined;
    const faulty = steps.findIndex(({ validate }) => !validate());
    if (faulty === -1) onSubmit();
    else onStep(faulty);
  };
  const leave = async (event: MouseEvent) => {
    if (!mayLeave || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (await mayLeave()) await navigate(cancelTo);
  };
  return (
    <form ref={form} noValidate className={`card ${css.wizard}`} aria-label={title} onSubmit={submit}>
      <Progress steps={steps} step={step} />
      {current && <StepTitle title={current.title} step={step} steps={steps.length} />}
      <div className={css.content}>
        {note}
        {current?.content}
      </div>
      <footer className={css.foot}>
        <Button component={Link} to={cancelTo} variant="subtle" color="gray" onClick={(event: MouseEvent) => void leave(event)}>
          {t('cancel')}
        </Button>
        <span className="grow" />
        {step > 0 && (
          <Button variant="default" onClick={() => onStep(step - 1)} disabled={busy}>
            {t('wizard.previous')}
          </Button>
        )}
        {isLast ? (
          <BusyButton key="send" type="submit" busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </BusyButton>
        ) : (
          <Button key="next" type="submit">
            {t('wizard.next')}
          </Button>
        )}
      </footer>
    </form>
  );
}
