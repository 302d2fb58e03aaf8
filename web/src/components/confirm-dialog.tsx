import { IconTrash } from '@tabler/icons-react';
import { useAction } from '@/sync/mutations';
import type { ConfirmQuestion } from './confirm';
import { FormDialog } from './form-dialog';

export default function ConfirmDialog({ question, onAnswer }: { question: ConfirmQuestion; onAnswer: (yes: boolean) => void }) {
  const { title, text, action = title, stay, danger = false, busy: busyLabel = action, run, worksOffline = run === undefined } = question;
  const { run: runAction, isBusy } = useAction(async () => run?.());
  const yes = async () => {
    await runAction();
    onAnswer(true);
  };
  return (
    <FormDialog
      title={title}
      action={action}
      busyLabel={busyLabel}
      isBusy={isBusy}
      isFirst
      worksOffline={worksOffline}
      {...(stay && { stay })}
      {...(danger && { danger, icon: <IconTrash size={17} aria-hidden="true" /> })}
      onSubmit={() => void yes()}
      onClose={() => onAnswer(false)}
    >
      <p className="soft">{text}</p>
    </FormDialog>
  );
}
