import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { BusyButton } from './busy-button';
import css from './wizard.module.css';

export interface WizardStep {
  title: string;
  content: ReactNode;
  /** Whether the step may be left; it shows what is wrong with it. */
  validate: () => boolean;
}

interface WizardProps {
  title: string;
  steps: readonly WizardStep[];
  /** Which one is open, from 0. */
  step: number;
  onStep: (step: number) => void;
  /** The form, for who brings the focus to the first field that is at fault. */
  form?: RefObject<HTMLFormElement | null>;
  /** Above the first field of each step. */
  note?: ReactNode;
  cancelTo: string;
  /** Asks before what was typed is lost; leaves at once without it. */
  mayLeave?: () => Promise<boolean>;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Every step is as it should be. */
  onSubmit: () => void;
}

function Progress({ steps, step }: { steps: readonly WizardStep[]; step: number }) {
  const { t } = useTranslation();
  return (
    <ol className={css.progress} aria-label={t('wizard.progress')}>
      {steps.map(({ title }, index) => (
        <li key={title} className={css.mark} data-done={index < step || undefined} aria-current={index === step ? 'step' : undefined}>
          <span className={css.number} aria-hidden="true">
            {index < step ? <IconCheck size={16} stroke={2.25} /> : <span>{index + 1}</span>}
          </span>
          <span className={`${css.name} small`}>{title}</span>
        </li>
      ))}
    </ol>
  );
}

/** Where a step begins: it has the focus as the step opens, so that keyboard and screen reader go on from there. */
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
 * A form in steps. Enter goes on to the next step, and sends only on the last; going on needs a step that is right, going
 * back needs nothing; sending looks at every step once more and opens the first that is not right.
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
