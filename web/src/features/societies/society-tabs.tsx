import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { type Tab, Tabs } from '@/components/tabs';

export type SocietyTab = 'timeline' | 'events' | 'join-requests' | 'reports';

interface SocietyTabsProps {
  society: Society;
  active: SocietyTab;
  /** Beside the admins' tab: how many requests wait. */
  requestsBadge?: ReactNode;
}

/** The pages of a society, for its members; those for admins are locked for all others. */
export function SocietyTabs({ society, active, requestsBadge }: SocietyTabsProps) {
  const { t } = useTranslation('societies');
  const to: Record<SocietyTab, string> = {
    timeline: `/societies/${society.ID}`,
    events: `/societies/${society.ID}/events`,
    'join-requests': `/societies/${society.ID}/join-requests`,
    // No tab of its own: the header leads there.
    reports: '',
  };
  const requests: Tab = { to: to['join-requests'], label: t('tabs.joinRequests'), badge: requestsBadge };
  const locked = society.Can.manageRequests ? {} : { locked: t('tabs.adminsOnly') };
  return (
    <Tabs
      inCard
      label={t('tabs.label')}
      active={to[active]}
      tabs={[
        { to: to.timeline, label: t('tabs.timeline') },
        { to: to.events, label: t('tabs.events') },
        { ...requests, ...locked },
      ]}
    />
  );
}
