import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/lib/connection';
import { useIsOffline } from '@/lib/reachability';
import css from './shell.module.css';

const Plain = () => useTranslation('shell').t('offline');
const OfflineSince = lazy(() => import('./offline-since').catch(() => ({ default: Plain })));

/** Banner while offline, with the age of the screen's data, and while catching up. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const state = useConnection((connection) => connection.state);
  const isOffline = useIsOffline();
  const isAway = isOffline || state === 'offline';
  if (!isAway && state !== 'catching-up') return <div role="status" />;
  const Icon = isAway ? IconWifiOff : IconRefresh;
  return (
    <div role="status" className={css.banner}>
      <Icon size={18} stroke={1.75} className={css.bannerIcon} aria-hidden="true" />
      <Suspense fallback={<Plain />}>{isAway ? <OfflineSince /> : t('catchingUp')}</Suspense>
    </div>
  );
}
