import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { EmptyState } from '@/components/states';
import { SocietyWizard } from '@/features/societies/create/society-wizard';
import { useUser } from '@/lib/session';

/** Shown to a viewer whose address is not verified. */
function Unverified() {
  const { t } = useTranslation('create-society');
  return (
    <div className="card">
      <EmptyState
        title={t('closed.title')}
        text={t('closed.text')}
        action={
          <Button component={Link} to="/account">
            {t('closed.action')}
          </Button>
        }
      />
    </div>
  );
}

/** /societies/new */
export default function NewSocietyPage() {
  const { t } = useTranslation('create-society');
  const user = useUser();
  return (
    <div className="page narrow">
      <div className="stack">
        <PageHead title={t('title')} lead={t('lead')} />
        {user?.Verified === false ? <Unverified /> : <SocietyWizard key={user?.ID} />}
      </div>
    </div>
  );
}
