import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { Report } from '#models/contract/reports';
import { BusyButton } from '@/components/busy-button';
import { confirm } from '@/components/confirm';
import { closeDrafted } from '@/components/draft';
import { DraftArea } from '@/components/draft-area';
import { FormButtons } from '@/components/form-buttons';
import { ReasonSelect } from '@/components/reason-select';
import { Taking } from '@/components/taking';
import { hasDraft, useDraftText, writeDraftText } from '@/lib/drafts';
import { useUser } from '@/lib/session';
import css from './reports.module.css';
import { useDecide, useTake } from './use-decide';

interface NoteFormProps {
  /** Key of the note's draft. */
  draft: string;
  busy: boolean;
  onSend: (note: string) => void;
  onCancel: () => void;
}

function NoteForm({ draft, busy, onSend, onCancel }: NoteFormProps) {
  const { t } = useTranslation('moderation');
  const note = useDraftText(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() && !busy) onSend(note.trim());
  };
  return (
    <form className={css.note} onSubmit={submit}>
      <DraftArea
        autoFocus
        draft={draft}
        label={t('reports.noteLabel')}
        description={t('reports.noteHelp')}
        autosize
        minRows={2}
        maxLength={lengths.reason}
      />
      <FormButtons
        action={t('reports.sendNote')}
        busyLabel={t('reports.noting')}
        isBusy={busy}
        isDisabled={!note.trim()}
        onCancel={() => void closeDrafted(draft, onCancel)}
      />
    </form>
  );
}

/** Who is on the report. */
function ReportTaking({ report, me }: { report: Report; me: string }) {
  const { run, isBusy } = useTake(report);
  return <Taking taker={report.Taken_By} me={me} isBusy={isBusy} onTake={(taken) => void run(taken)} />;
}

/** Decision on an open report: dismiss, remove or note. The note's text stays if sending fails. */
export function Decision({ report, mayRemove }: { report: Report; mayRemove: boolean }) {
  const { t } = useTranslation('moderation');
  const user = useUser();
  const { decide, busy } = useDecide(report);
  const [rule, setRule] = useState(report.reason);
  const draft = `note:${report.ID}`;
  const [isNoting, setNoting] = useState(() => hasDraft(draft));
  const sendNote = async (note: string) => {
    if (await decide('note', note, rule)) writeDraftText(draft, '');
  };
  const remove = () =>
    void confirm({
      title: t(`reports.ask.${report.kind}.title`),
      text: t(`reports.ask.${report.kind}.text`),
      action: report.kind === 'user' ? t('people.suspend') : t('reports.remove'),
      busy: t('reports.removing'),
      danger: true,
      run: () => decide('remove', '', rule),
    });
  if (user && (report.User === user.ID || report.About === user.ID)) return <p className="small soft">{t('reports.own')}</p>;
  if (isNoting)
    return <NoteForm draft={draft} busy={busy === 'note'} onSend={(note) => void sendNote(note)} onCancel={() => setNoting(false)} />;
  return (
    <>
      <ReasonSelect label={t('reports.ruleLabel')} value={rule} onChange={setRule} />
      {user && <ReportTaking report={report} me={user.ID} />}
      <div className={css.buttons}>
        <BusyButton variant="default" busy={busy === 'dismiss'} busyLabel={t('reports.dismissing')} onClick={() => void decide('dismiss')}>
          {t('reports.dismiss')}
        </BusyButton>
        <Button variant="default" onClick={() => setNoting(true)}>
          {t('reports.openNote')}
        </Button>
        {mayRemove && (
          <Button
            data-online
            variant="light"
            color="rose"
            leftSection={<IconTrash size={17} stroke={1.75} aria-hidden="true" />}
            onClick={remove}
          >
            {report.kind === 'user' ? t('people.suspend') : t('reports.remove')}
          </Button>
        )}
      </div>
    </>
  );
}
