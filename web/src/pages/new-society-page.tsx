import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { PageHead } from '@/components/page-head';
import { SocietyWizard } from '@/features/societies/create/society-wizard';
import { useUser } from '@/lib/session';

/** /societies/new */
export default function NewSocietyPage() {
  const { t } = useTranslation('create-society');
  const user = useUser();
  return (
    <div className="page narrow">
      <div className="stack">
        <PageHead title={t('title')} lead={t('lead')} />
        {user?.Verified === false ? (
          <Notice title={t('closed.title')} text={t('closed.text')} to="/account" action={t('closed.action')} />
        ) : (
          <SocietyWizard key={user?.ID} />
        )}
      </div>
    </div>
  );
}
