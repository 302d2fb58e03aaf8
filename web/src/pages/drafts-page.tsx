import { useTranslation } from 'react-i18next';
import { PageHead } from '@/components/page-head';
import { PlannedPosts } from '@/features/posts/planned-posts';

/** /drafts */
export default function DraftsPage() {
  const { t } = useTranslation('drafts');
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('title')} lead={t('lead')} />
        <PlannedPosts />
      </div>
    </div>
  );
}
