import { useTranslation } from 'react-i18next';
import { Tabs } from '@/components/tabs';

const paths = {
  reports: '/admin/reports',
  inbox: '/admin/support',
  people: '/admin/people',
  societies: '/admin/societies',
  audit: '/admin/audit',
} as const;

/** Tabs of the platform admins' pages. */
export function AdminTabs({ active }: { active: keyof typeof paths }) {
  const { t } = useTranslation('moderation');
  const tabs = [
    { to: paths.reports, label: t('reports.title') },
    { to: paths.inbox, label: t('inbox.title') },
    { to: paths.people, label: t('people.title') },
    { to: paths.societies, label: t('societies') },
    { to: paths.audit, label: t('audit') },
  ];
  return <Tabs label={t('tabs')} tabs={tabs} active={paths[active]} />;
}
