import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/lib/connection';
import { useNow } from '@/lib/now';
import css from './shell.module.css';

const MINUTE = 60_000;

/** Says that what is on the screen may be old, and how old; then that it catches up; then nothing. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const { state, asOf } = useConnection();
  const now = useNow();
  if (state !== 'offline' && state !== 'catching-up') return <div role="status" />;
  const count = Math.max(0, Math.floor((now - asOf) / MINUTE));
  const Icon = state === 'offline' ? IconWifiOff : IconRefresh;
  return (
    <div role="status" className={css.banner}>
      <Icon size={18} stroke={1.75} className={css.bannerIcon} aria-hidden="true" />
      {state === 'offline' ? t('offline', { count }) : t('catchingUp')}
    </div>
  );
}
