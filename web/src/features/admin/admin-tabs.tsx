import { useTranslation } from 'react-i18next';
import { Tabs } from '@/components/tabs';
import { type StaffPage, useStaffPages } from '@/lib/scopes';

const paths = {
  reports: '/admin/reports',
  inbox: '/admin/support',
  people: '/admin/people',
  societies: '/admin/societies',
  audit: '/admin/audit',
  staff: '/admin/staff',
} as const satisfies Record<string, StaffPage>;

/** Tabs of the pages that the viewer's scopes open. */
export function AdminTabs({ active }: { active: keyof typeof paths }) {
  const { t } = useTranslation('moderation');
  const mayOpen = useStaffPages();
  const tabs = [
    { to: paths.reports, label: t('reports.title') },
    { to: paths.inbox, label: t('inbox.title') },
    { to: paths.people, label: t('people.title') },
    { to: paths.societies, label: t('societies') },
    { to: paths.audit, label: t('audit') },
    { to: paths.staff, label: t('staff') },
  ];
  return <Tabs label={t('tabs')} tabs={tabs.filter(({ to }) => mayOpen(to))} active={paths[active]} />;
}
