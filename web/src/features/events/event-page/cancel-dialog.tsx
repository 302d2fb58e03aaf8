import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelEvent } from '#models/contract/event-changes';
import { lengths } from '#models/contract/limits';
import { BusyButton } from '@/components/busy-button';
import { closeDrafted } from '@/components/draft';
import { Textarea } from '@/components/fields';
import { Modal } from '@/components/modal';
import { api } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { mergeEvents, type ShownEvent } from '../events.store';
import css from './event-page.module.css';

/** Dialog that cancels an event with an optional reason. The reason is a draft, so it survives a failure. */
export default function CancelDialog({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { t } = useTranslation(['event', 'common']);
  const draft = `cancel:${event.ID}`;
  const reason = useDraftText(draft);
  const { run, isBusy } = useAction(
    async () => {
      const { data } = await api(cancelEvent, { event_id: event.ID, reason: reason.trim() });
      mergeEvents([data]);
      writeDraftText(draft, '');
      toast('success', t('event:cancel.done'));
      onClose();
    },
    { failure: t('event:cancel.failed') },
  );
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    void run();
  };
  const { attendees } = event;
  const close = () => void closeDrafted(draft, onClose);
  return (
    <Modal
      opened
      onClose={() => !isBusy && close()}
      title={<span className="h2">{t('event:cancel.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={css.share} onSubmit={submit}>
        <p className="soft">{t('event:cancel.text', { count: attendees, n: formatNumber(attendees) })}</p>
        <Textarea
          data-autofocus
          label={t('event:cancel.reason')}
          description={t('event:cancel.help')}
          value={reason}
          maxLength={lengths.reason}
          dir={reason ? 'auto' : undefined}
          onChange={({ target }) => writeDraftText(draft, target.value)}
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={close} disabled={isBusy}>
            {t('event:cancel.keep')}
          </Button>
          <BusyButton type="submit" color="rose" busy={isBusy} busyLabel={t('event:cancel.busy')}>
            {t('event:cancel.title')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
