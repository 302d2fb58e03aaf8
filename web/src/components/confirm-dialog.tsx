import { IconTrash } from '@tabler/icons-react';
import { useAction } from '@/sync/mutations';
import type { ConfirmQuestion } from './confirm';
import { Checkbox } from './fields';
import { FormDialog } from './form-dialog';

export default function ConfirmDialog({ question, onAnswer }: { question: ConfirmQuestion; onAnswer: (yes: boolean) => void }) {
  const { title, text, action = title, stay, danger = false, busy: busyLabel = action, choice, run } = question;
  const { worksOffline = run === undefined } = question;
  const { run: act, isBusy } = useAction(async () => onAnswer((await run?.()) !== false), { onError: () => onAnswer(false) });
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
      onSubmit={() => void act()}
      onClose={() => onAnswer(false)}
    >
      {text.split('\n').map((line) => (
        <p key={line} className="soft">
          {line}
        </p>
      ))}
      {choice && <Checkbox label={choice.label} onChange={(event) => choice.choose(event.currentTarget.checked)} />}
    </FormDialog>
  );
}
