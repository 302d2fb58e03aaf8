import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/states';

/** For who is no moderator of the society. */
export function Forbidden({ societyId }: { societyId: string }) {
  const { t } = useTranslation('moderation');
  return (
    <div className="card">
      <EmptyState
        title={t('forbidden.title')}
        text={t('forbidden.text')}
        seed="closed gate"
        action={
          <Button component={Link} to={`/societies/${societyId}`} variant="default">
            {t('forbidden.action')}
          </Button>
        }
      />
    </div>
  );
}
