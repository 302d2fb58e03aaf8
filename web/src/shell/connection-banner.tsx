import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/lib/connection';
import { lastUpdate } from '@/lib/format';
import { useShownAsOf } from '@/lib/offline';
import { useIsOffline } from '@/lib/reach';
import css from './shell.module.css';

/** Says that the server cannot be reached, and of when what is on the screen is. */
function Offline() {
  const { t } = useTranslation('shell');
  const asOf = useShownAsOf();
  return (
    <div role="status" className={css.banner}>
      <IconWifiOff size={18} stroke={1.75} className={css.bannerIcon} aria-hidden="true" />
      {asOf === null ? t('offline') : t('offlineSince', { time: lastUpdate(asOf) })}
    </div>
  );
}

/** Says that what is on the screen may be old, and of when it is; then that it catches up; then nothing. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const state = useConnection((connection) => connection.state);
  const isOffline = useIsOffline();
  if (isOffline || state === 'offline') return <Offline />;
  if (state !== 'catching-up') return <div role="status" />;
  return (
    <div role="status" className={css.banner}>
      <IconRefresh size={18} stroke={1.75} className={css.bannerIcon} aria-hidden="true" />
      {t('catchingUp')}
    </div>
  );
}
