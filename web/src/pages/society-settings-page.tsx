import { useTranslation } from 'react-i18next';
import { RowSkeletons } from '@/components/skeletons';
import { Settings } from '@/features/societies/settings/settings';
import { lazyOptional } from '@/lib/lazy-optional';
import { SocietyPageFrame } from './society-page-frame';

const SocietyHistory = lazyOptional(() => import('@/features/audit/society-history'), { areas: ['audit'], fallback: <RowSkeletons /> });

/** /societies/{id}/settings */
export default function SocietySettingsPage() {
  const { t } = useTranslation('society-settings');
  const needs = { right: 'manage', title: t('forbidden.title'), text: t('forbidden.text'), action: t('forbidden.action') } as const;
  return (
    <SocietyPageFrame tab="settings" isCompact title={t('title')} needs={needs}>
      {(society) => <Settings society={society} history={<SocietyHistory societyId={society.ID} />} />}
    </SocietyPageFrame>
  );
}
