import { useTranslation } from 'react-i18next';
import { recordShare } from '#models/contract/attendance';
import ShareDialog from '@/components/share-dialog';
import { api } from '@/lib/api';
import { useUser } from '@/lib/session';
import { addressOf } from '@/lib/share';
import { events, type ShownEvent } from '../events.store';

/** Records the share without waiting; a failure is ignored. */
function recordOwnShare(event_id: string): void {
  void api(recordShare, { event_id }).then(
    ({ data }) => events.patch(event_id, data),
    () => {},
  );
}

/** Share dialog of an event; shares of signed-in users are counted. */
export default function ShareEvent({ event: { ID, Title, Description }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { t } = useTranslation('event');
  const isSignedIn = useUser() !== null;
  const shared = { title: Title, text: Description || t('share.fallback'), url: addressOf(`/events/${ID}`) };
  return (
    <ShareDialog
      title={t('share.title')}
      label={t('share.link')}
      shared={shared}
      onShared={() => isSignedIn && recordOwnShare(ID)}
      onClose={onClose}
    />
  );
}
