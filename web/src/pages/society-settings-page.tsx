import { useTranslation } from 'react-i18next';
import { Settings } from '@/features/societies/settings/settings';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/settings */
export default function SocietySettingsPage() {
  const { t } = useTranslation('society-settings');
  const needs = { right: 'manage', title: t('forbidden.title'), text: t('forbidden.text'), action: t('forbidden.action') } as const;
  return (
    <SocietyPageFrame tab="settings" isCompact title={t('title')} needs={needs}>
      {(society) => <Settings society={society} />}
    </SocietyPageFrame>
  );
}
