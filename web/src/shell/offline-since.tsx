import { useTranslation } from 'react-i18next';
import { lastUpdate } from '@/lib/format';
import { useShownAsOf } from '@/lib/offline';

/** That the server cannot be reached, and of when what is on the screen is. */
export default function OfflineSince() {
  const { t } = useTranslation('shell');
  const asOf = useShownAsOf();
  return asOf === null ? t('offline') : t('offlineSince', { time: lastUpdate(asOf) });
}
