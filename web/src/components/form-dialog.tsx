import { Button } from '@mantine/core';
import type { FormEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button';
import { closeDrafted } from './draft';
import css from './form-dialog.module.css';
import { Modal } from './modal';

interface FormButtonsProps {
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
  onCancel: () => void;
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
      <Button variant="default" disabled={isBusy} onClick={onCancel}>
        {stay ?? t('cancel')}
      </Button>
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

interface FormDialogProps extends Omit<FormButtonsProps, 'onCancel' | 'onAct'> {
  title: ReactNode;
  /** Name of the draft that is typed in the dialog: closing asks first if there is one, then deletes it. */
  draft?: string;
  formRef?: Ref<HTMLFormElement>;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog; stays open while its call is under way. */
export function FormDialog({ title, draft, formRef, onSubmit, onClose, children, ...buttons }: FormDialogProps) {
  const { isBusy, isDisabled = false } = buttons;
  const close = () => {
    if (isBusy) return;
    if (draft) void closeDrafted(draft, onClose);
    else onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isDisabled) onSubmit();
  };
  return (
    <Modal title={title} onClose={close}>
      <form ref={formRef} className={css.form} noValidate onSubmit={submit}>
        {children}
        <FormButtons {...buttons} onCancel={close} />
      </form>
    </Modal>
  );
}
