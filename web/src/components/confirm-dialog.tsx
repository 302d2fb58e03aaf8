import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAction } from '@/sync/mutations';
import { BusyButton } from './busy-button';
import type { ConfirmQuestion } from './confirm';
import css from './confirm-dialog.module.css';
import { Modal } from './modal';

export default function ConfirmDialog({ question, onAnswer }: { question: ConfirmQuestion; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation();
  const {
    title,
    text,
    action = title,
    stay = t('cancel'),
    danger = false,
    busy: busyLabel = action,
    run,
    worksOffline = run === undefined,
  } = question;
  const { run: runAction, isBusy } = useAction(async () => run?.());
  const yes = async () => {
    await runAction();
    onAnswer(true);
  };
  return (
    <Modal
      opened
      onClose={() => !isBusy && onAnswer(false)}
      title={<span className="h2">{title}</span>}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className="soft">{text}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={() => onAnswer(false)} disabled={isBusy}>
          {stay}
        </Button>
        <BusyButton
          data-autofocus
          busy={isBusy}
          busyLabel={busyLabel}
          worksOffline={worksOffline}
          {...(danger ? { color: 'rose', leftSection: <IconTrash size={17} aria-hidden="true" /> } : {})}
          onClick={() => void yes()}
        >
          {action}
        </BusyButton>
      </div>
    </Modal>
  );
}
