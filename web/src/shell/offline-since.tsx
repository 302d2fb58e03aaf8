import { useTranslation } from 'react-i18next';
import { lastUpdate } from '@/lib/format';
import { useShownAsOf } from '@/sync/offline';

/** Offline text with the age of the screen's data. */
export default function OfflineSince() {
  const { t } = useTranslation('shell');
  const asOf = useShownAsOf();
  return asOf === null ? t('offline') : t('offlineSince', { time: lastUpdate(asOf) });
}
