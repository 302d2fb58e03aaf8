import { useTranslation } from 'react-i18next';
import { PageHead } from '@/components/page-head';
import { RecommendationsList } from '@/features/recommendations/recommendations-list';

/** /recommendations */
export default function RecommendationsPage() {
  const { t } = useTranslation('cards');
  return (
    <div className="page stack">
      <PageHead title={t('recommended.title')} lead={t('recommended.lead')} />
      <RecommendationsList />
    </div>
  );
}
