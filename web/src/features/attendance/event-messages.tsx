import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { lazyDialog } from '@/components/lazy-dialog';
import { WrittenText } from '@/components/written-text';
import { exactTime, formatNumber } from '@/lib/format';
import css from './event-messages.module.css';
import { useEventMessages } from './event-messages.store';

const useMessageDialog = lazyDialog(() => import('./message-dialog'), 'check-in');

/** The messages to the people of an event, each with how many were notified and have read it, and a button to send one. */
export function EventMessages({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  const [dialog, write] = useMessageDialog({ eventId });
  const view = useEventMessages(eventId);
  return (
    <section className={`card ${css.box}`} aria-label={t('messages.title')}>
      <div className="row">
        <h2 className="h3 grow">{t('messages.title')}</h2>
        <Button variant="default" data-online leftSection={<IconSend size={18} stroke={1.75} aria-hidden="true" />} onClick={write}>
          {t('messages.write')}
        </Button>
      </div>
      <AsyncList
        view={view}
        frame="none"
        className={css.list}
        failed={t('messages.failed')}
        empty={<p className="small dim">{t('messages.none')}</p>}
      >
        {({ To, Text, At, Notified, Seen }) => (
          <li>
            <WrittenText text={Text} />
            <p className="small dim">
              {[
                t(`messages.to.${To}`),
                exactTime(At),
                t('messages.notified', { count: Notified, n: formatNumber(Notified) }),
                t('messages.seen', { count: Seen, n: formatNumber(Seen) }),
              ].join(' · ')}
            </p>
          </li>
        )}
      </AsyncList>
      {dialog}
    </section>
  );
}
