import { Button } from '@mantine/core';
import { IconCopy, IconShare3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { recordShare } from '#models/contract/attendance';
import { TextInput } from '@/components/fields';
import { Modal } from '@/components/modal';
import { api } from '@/lib/api';
import { useUser } from '@/lib/session';
import { addressOf, canShare, copyLink, shareLink } from '@/lib/share';
import { toast } from '@/lib/toasts';
import { events, type ShownEvent } from '../events.store';
import css from './event-page.module.css';

const longestText = 140;

/** Counts the share; the browser's own windows open only while the press is fresh, so nobody waits for the count. */
function record(event_id: string): void {
  void api(recordShare, { event_id }).then(
    ({ data }) => events.patch(event_id, data),
    () => {},
  );
}

/** Passes an event on: through the browser, or by its address. A share that was called off or failed is nobody's concern. */
export default function ShareDialog({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { t } = useTranslation(['event', 'common']);
  const isSignedIn = useUser() !== null;
  const url = addressOf(`/events/${event.ID}`);
  const counted = () => {
    if (isSignedIn) record(event.ID);
  };
  const share = () => {
    counted();
    void shareLink({ title: event.Title, text: event.Description.slice(0, longestText) || t('event:share.fallback'), url });
  };
  const copy = async () => {
    counted();
    if (!(await copyLink(url))) return;
    toast('success', t('event:share.copied'));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<span className="h2">{t('event:share.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={css.share}>
        <TextInput readOnly dir="ltr" label={t('event:share.link')} value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
        <Button data-autofocus leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />} onClick={() => void copy()}>
          {t('event:share.copy')}
        </Button>
        <Button
          variant="default"
          disabled={!canShare()}
          leftSection={<IconShare3 size={18} stroke={1.75} className="flip" aria-hidden="true" />}
          onClick={share}
        >
          {t('event:share.native')}
        </Button>
        {!canShare() && <p className="small dim">{t('event:share.unsupported')}</p>}
      </div>
    </Modal>
  );
}
