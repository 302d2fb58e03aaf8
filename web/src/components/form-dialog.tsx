import type { FormEvent, ReactNode, Ref } from 'react';
import { closeDrafted } from './draft';
import { FormButtons, type FormButtonsProps } from './form-buttons';
import css from './form-dialog.module.css';
import { Modal } from './modal';

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
