import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { useStatistics } from './societies.queries';

/** The page's heading, and how many societies there are to find. */
export function DiscoveryTitle() {
  const { t } = useTranslation('societies');
  const { data } = useStatistics();
  const count = data?.total_societies ?? 0;
  return (
    <div>
      <h1 className="h1">{t('title')}</h1>
      <p className="soft">{count > 0 ? t('lead', { count, n: formatNumber(count) }) : '\u00a0'}</p>
    </div>
  );
}
