import { useTranslation } from 'react-i18next';
import { Insights } from '@/features/societies/insights/insights';
import { useScope } from '@/lib/scopes';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/insights */
export default function InsightsPage() {
  const { t } = useTranslation('insights');
  const needs = { right: 'manage', title: t('forbidden.title'), text: t('forbidden.text'), action: t('forbidden.action') } as const;
  const isOpenToStaff = useScope('report');
  return (
    <SocietyPageFrame tab="insights" isCompact {...(isOpenToStaff ? {} : { needs })}>
      {({ ID }) => <Insights societyId={ID} />}
    </SocietyPageFrame>
  );
}
