import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Notice } from '@/components/notice';
import { Settings } from '@/features/societies/settings/settings';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/settings */
export default function SocietySettingsPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('society-settings');
  return (
    <SocietyPageFrame tab="settings" isCompact>
      {(society) => (
        <>
          <h2 className="vh">{t('title')}</h2>
          {society.Can.manage ? (
            <Settings society={society} />
          ) : (
            <Notice
              kind="closed"
              title={t('forbidden.title')}
              text={t('forbidden.text')}
              to={`/societies/${id}`}
              action={t('forbidden.action')}
            />
          )}
        </>
      )}
    </SocietyPageFrame>
  );
}
