import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { reportPost } from '#models/contract/reports';
import { BusyButton } from '@/components/busy-button';
import '@/components/fields';
import { Modal } from '@/components/modal';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import css from './composer.module.css';

/** Says what is wrong with a post; opens empty, and keeps what was written when it could not be sent. */
export default function ReportDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!message.trim()) return toast('info', t('posts:report.empty'));
    setBusy(true);
    try {
      await api(reportPost, { post_id: postId, message: message.trim() });
      toast('success', t('posts:report.sent'));
      onClose();
    } catch (error) {
      reportFailure(error, t(error instanceof ApiError && error.status > 0 ? 'posts:report.failed' : 'posts:report.error'));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="h2">{t('posts:report.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={(event) => void send(event)} className={css.form}>
        <Textarea
          data-autofocus
          label={t('posts:report.label')}
          description={t('posts:report.help')}
          value={message}
          maxLength={lengths.report}
          dir={message ? 'auto' : undefined}
          onChange={(event) => setMessage(event.target.value)}
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <BusyButton type="submit" busy={isBusy} busyLabel={t('posts:report.sending')}>
            {t('posts:report.submit')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
