import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '@/lib/format';
import type { DiscoveryFilter } from './discovery-filter';
import { useSocietyList, useStatistics } from './societies.queries';

/** Line with the number of all societies, or of those loaded for a search or category. */
function useLead(filter: DiscoveryFilter): string {
  const { t } = useTranslation('societies');
  const { data } = useStatistics();
  const { query, ids } = useSocietyList(filter);
  if (filter.q !== '' || filter.category !== '') {
    const isLoaded = query.data !== undefined && !query.isPlaceholderData;
    return isLoaded ? t('found', { count: ids.length, n: formatCount(ids.length, query.hasNextPage) }) : '';
  }
  return data && data.total_societies > 0 ? t('lead', { count: data.total_societies, n: formatNumber(data.total_societies) }) : '';
}

/** Heading of discovery, with the number of societies. */
export function DiscoveryTitle({ filter }: { filter: DiscoveryFilter }) {
  const { t } = useTranslation('societies');
  const lead = useLead(filter);
  return (
    <div>
      <h1 className="h1">{t('title')}</h1>
      <p className="soft" role="status">
        {lead || '\u00a0'}
      </p>
    </div>
  );
}
