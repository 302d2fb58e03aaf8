import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionEnded } from '#models/contract/auth';
import { endSession, getSessions, type SessionWire } from '#models/contract/sessions';
import { Badge } from '@/components/badge';
import { BusyButton } from '@/components/busy-button';
import { confirm } from '@/components/confirm';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { signOut } from '@/lib/session';
import { toast } from '@/lib/toasts';
import css from './account.module.css';
import { SettingsCard } from './settings-card';
import { deviceName, isPhone } from './user-agent';

const key = ['sessions'];

function useSessions() {
  useEffect(() => onMessage(sessionEnded, () => void cancelAndInvalidate(key)), []);
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => api(getSessions, pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
}

function SessionRow({ session: { ID, Device, CreatedAt, Seen_At, Is_Current } }: { session: SessionWire }) {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);
  const device = deviceName(Device) || t('sessions.unknown');
  const Icon = isPhone(Device) ? IconDeviceMobile : IconDeviceDesktop;
  const end = async () => {
    setBusy(true);
    try {
      await api(endSession, { session_id: ID });
      toast('success', t('sessions.ended', { device }));
      await cancelAndInvalidate(key);
    } catch (error) {
      reportFailure(error);
      setBusy(false);
    }
  };
  return (
    <li className={css.line}>
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <span className={css.device}>
          <bdi>{device}</bdi>
          {Is_Current && <Badge tone="brand">{t('sessions.here')}</Badge>}
        </span>
        <span className="small dim">
          {t('sessions.since')} <TimeAgo time={CreatedAt} /> · {t('sessions.seen')} <TimeAgo time={Seen_At} />
        </span>
      </span>
      {!Is_Current && (
        <BusyButton
          variant="default"
          size="compact-md"
          aria-label={t('sessions.endOne', { device })}
          busy={busy}
          busyLabel={t('sessions.ending')}
          onClick={() => void end()}
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
    try {
      await api(endSession, { session_id: 'all' });
      signOut();
    } catch (error) {
      reportFailure(error);
    }
  };
  return () => confirm({ title: t('sessions.all'), text: t('sessions.allText'), busy: t('sessions.allBusy'), run });
}

/** The user's sessions, each with a button to end it. */
export function SessionList() {
  const { t } = useTranslation('account');
  const query = useSessions();
  const endAll = useEndAll();
  const sessions = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const all = (
    <BusyButton variant="default" busy={false} busyLabel="" onClick={() => void endAll()}>
      {t('sessions.all')}
    </BusyButton>
  );
  return (
    <SettingsCard title={t('sessions.title')} lead={t('sessions.lead')} action={query.data && all}>
      {query.isPending && <RowSkeletons rows={2} />}
      {query.isError && !query.data && <ErrorState onRetry={() => void query.refetch()} />}
      <ul className={css.lines}>
        {sessions.map((session) => (
          <SessionRow key={session.ID} session={session} />
        ))}
      </ul>
      <InfiniteScroll query={query}>
        <RowSkeletons rows={1} />
      </InfiniteScroll>
    </SettingsCard>
  );
}
