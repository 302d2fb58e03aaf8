import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeCalendarKey, revokeCalendarKey } from '#models/contract/calendar-feeds';
import { BusyButton } from '@/components/busy-button';
import { confirm } from '@/components/confirm';
import { api } from '@/lib/api';
import { copyLink } from '@/lib/share';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

/** Creates and revokes the private calendar link. Shown once, since the server stores only its hash. */
export function CalendarFeed() {
  const { t } = useTranslation('account');
  const [url, setUrl] = useState('');
  const { run, isBusy } = useAction(async () => setUrl((await api(makeCalendarKey, {})).data.url));
  const copy = async () => {
    const isCopied = await copyLink(url);
    toast(isCopied ? 'success' : 'error', t(isCopied ? 'calendar.copied' : 'calendar.notCopied'), { id: 'share' });
  };
  const revoke = async () => {
    const { data } = await api(revokeCalendarKey, {});
    setUrl('');
    toast('success', t(data.revoked ? 'calendar.ended' : 'calendar.wasNone'));
  };
  const confirmRevoke = () =>
    confirm({
      title: t('calendar.end'),
      text: t('calendar.endText'),
      busy: t('calendar.ending'),
      danger: true,
      run: revoke,
    });
  return (
    <SettingsCard title={t('calendar.title')} lead={t('calendar.lead')}>
      {url && (
        <div role="status" className={css.choice}>
          <p className={css.key}>{url}</p>
          <p className="small dim">{t('calendar.once')}</p>
        </div>
      )}
      <div className={css.row}>
        {url && (
          <Button leftSection={<IconCopy size={17} stroke={1.75} aria-hidden="true" />} onClick={() => void copy()}>
            {t('calendar.copy')}
          </Button>
        )}
        <BusyButton variant={url ? 'default' : 'light'} busy={isBusy} busyLabel={t('calendar.making')} onClick={() => void run()}>
          {t(url ? 'calendar.another' : 'calendar.make')}
        </BusyButton>
        <Button data-online variant="subtle" onClick={() => void confirmRevoke()}>
          {t('calendar.end')}
        </Button>
      </div>
    </SettingsCard>
  );
}
