import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { endSession, type SessionWire } from '#models/contract/sessions';
import { AsyncList } from '@/components/async-list';
import { Badge } from '@/components/badge';
import { BusyButton } from '@/components/busy-button';
import { confirm } from '@/components/confirm';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { signOut } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './account.module.css';
import { sessionList } from './sessions.store';
import { SettingsCard } from './settings-card';
import { deviceName, isPhone } from './user-agent';

function SessionRow({ session: { ID, Device, CreatedAt, Seen_At, Is_Current } }: { session: SessionWire }) {
  const { t } = useTranslation('account');
  const device = deviceName(Device) || t('sessions.unknown');
  const Icon = isPhone(Device) ? IconDeviceMobile : IconDeviceDesktop;
  const { run, isBusy } = useAction(async () => {
    await api(endSession, { session_id: ID });
    toast('success', t('sessions.ended', { device }));
    sessionList.remove(ID);
  });
  return (
    <li className={css.line}>
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <span className={css.device}>
          <bdi>{device}</bdi>
          {Is_Current && <Badge tone="brand">{t('sessions.here')}</Badge>}
        </span>
        <span className="small dim">
          {t('sessions.since')} <TimeAgo time={CreatedAt} /> · {t('sessions.seen')}{' '}
          {Is_Current ? t('sessions.now') : <TimeAgo time={Seen_At} />}
        </span>
      </span>
      {!Is_Current && (
        <BusyButton
          variant="default"
          size="compact-md"
          aria-label={t('sessions.endOne', { device })}
          busy={isBusy}
          busyLabel={t('sessions.ending')}
          onClick={() => void run()}
        >
          {t('sessions.end')}
        </BusyButton>
      )}
    </li>
  );
}

/** Asks for confirmation, then ends all sessions including this one. */
function useEndAll() {
  const { t } = useTranslation('account');
  const run = async () => {
    await api(endSession, { session_id: 'all' });
    signOut();
  };
  return () => confirm({ title: t('sessions.all'), text: t('sessions.allText'), busy: t('sessions.allBusy'), run });
}

/** The user's sessions, each with a button to end it. */
export function SessionList() {
  const { t } = useTranslation('account');
  const list = sessionList.useItems({});
  const endAll = useEndAll();
  const all = (
    <Button variant="default" data-online onClick={() => void endAll()}>
      {t('sessions.all')}
    </Button>
  );
  return (
    <SettingsCard title={t('sessions.title')} lead={t('sessions.lead')} action={list.query.data && all}>
      <AsyncList view={list} className={css.lines} frame="none" empty={null}>
        {(session) => <SessionRow session={session} />}
      </AsyncList>
    </SettingsCard>
  );
}
