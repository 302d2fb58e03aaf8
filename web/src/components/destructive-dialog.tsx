import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { FormEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button';
import css from './destructive-dialog.module.css';
import { Modal } from './modal';

interface DestructiveDialogProps {
  title: string;
  action: string;
  busyLabel: string;
  isBusy: boolean;
  isDisabled?: boolean;
  formRef?: Ref<HTMLFormElement>;
  onSubmit: () => void;
  onClose: () => void;
  /** Text about the loss, and the fields to type a confirmation. */
  children: ReactNode;
}

/** Confirms a final deletion by typed input; stays open while the call is under way. */
export function DestructiveDialog({
  title,
  action,
  busyLabel,
  isBusy,
  isDisabled = false,
  formRef,
  onSubmit,
  onClose,
  children,
}: DestructiveDialogProps) {
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isDisabled) onSubmit();
  };
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={<span className="h2">{title}</span>}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form ref={formRef} className={css.form} noValidate onSubmit={submit}>
        {children}
        <div className={css.ends}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton
            type="submit"
            color="rose"
            leftSection={<IconTrash size={17} aria-hidden="true" />}
            disabled={isDisabled}
            busy={isBusy}
            busyLabel={busyLabel}
          >
            {action}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
