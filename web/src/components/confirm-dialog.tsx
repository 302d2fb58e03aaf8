import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button';
import type { ConfirmQuestion } from './confirm';
import css from './confirm-dialog.module.css';
import { Modal } from './modal';

export default function ConfirmDialog({ question, onAnswer }: { question: ConfirmQuestion; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
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
  const yes = async () => {
    setBusy(true);
    await run?.();
    onAnswer(true);
  };
  return (
    <Modal
      opened
      onClose={() => !busy && onAnswer(false)}
      title={<span className="h2">{title}</span>}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className="soft">{text}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={() => onAnswer(false)} disabled={busy}>
          {stay}
        </Button>
        <BusyButton
          data-autofocus
          busy={busy}
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
