import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/states';

/** Shown for a path without a page. */
export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <title>{`${t('notFound.title')} · ${t('name')}`}</title>
      <div className="card">
        <EmptyState
          title={t('notFound.title')}
          text={t('notFound.text')}
          seed="nowhere"
          titleAs="h1"
          action={
            <Button component={Link} to="/">
              {t('notFound.home')}
            </Button>
          }
        />
      </div>
    </div>
  );
}
