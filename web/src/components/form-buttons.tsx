import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button';
import css from './form-buttons.module.css';

export interface FormButtonsProps {
  /** Label of the button that submits the form. */
  action: string;
  busyLabel: string;
  isBusy: boolean;
  isDisabled?: boolean;
  worksOffline?: boolean;
  /** Rose, for actions that cannot be undone. */
  danger?: boolean;
  icon?: ReactNode;
  /** Focuses the action when its dialog opens. */
  isFirst?: boolean;
  /** Label of the other button, if 'Cancel' would be unclear. */
  stay?: string;
  /** Leaves the form; without it there is only the action. */
  onCancel?: (() => void) | undefined;
  /** Called by the action, where it does not submit a form. */
  onAct?: () => void;
}

/** Buttons at the end of a form: one to leave it, and its action. */
export function FormButtons({
  action,
  isBusy,
  isDisabled = false,
  danger,
  icon,
  isFirst,
  stay,
  onCancel,
  onAct,
  ...rest
}: FormButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={css.buttons}>
      {onCancel && (
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          {stay ?? t('cancel')}
        </Button>
      )}
      <BusyButton
        type={onAct ? 'button' : 'submit'}
        busy={isBusy}
        disabled={isDisabled && !isBusy}
        data-autofocus={isFirst || undefined}
        leftSection={icon}
        {...(danger && { color: 'rose' })}
        {...(onAct && { onClick: onAct })}
        {...rest}
      >
        {action}
      </BusyButton>
    </div>
  );
}
