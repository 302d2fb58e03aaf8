import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { Insights } from '@/features/societies/insights/insights';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/insights */
export default function InsightsPage() {
  const { t } = useTranslation('insights');
  return (
    <SocietyPageFrame tab={null} isCompact>
      {({ ID, Can }) =>
        Can.manage ? (
          <Insights societyId={ID} />
        ) : (
          <>
            <h2 className="vh">{t('title')}</h2>
            <Notice
              kind="closed"
              title={t('forbidden.title')}
              text={t('forbidden.text')}
              to={`/societies/${ID}`}
              action={t('forbidden.action')}
            />
          </>
        )
      }
    </SocietyPageFrame>
  );
}
