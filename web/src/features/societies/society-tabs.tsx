import { IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isPage } from '#models/contract/pages';
import type { Society } from '#models/contract/societies';
import { type Tab, Tabs } from '@/components/tabs';
import { useScope } from '@/lib/scopes';

export type SocietyTab = 'timeline' | 'events' | 'members' | 'join-requests' | 'insights' | 'settings';

interface Page extends Pick<Tab, 'pin'> {
  tab: SocietyTab;
  path: string;
  /** Right without which the tab is locked. */
  needs: 'manage' | 'manageRequests' | null;
  /** Left out, instead of locked. */
  isHidden?: true;
}

/** Pages that are tabs. */
const pages: readonly Page[] = [
  { tab: 'timeline', path: '', needs: null },
  { tab: 'events', path: '/events', needs: null },
  { tab: 'members', path: '/members', needs: null },
  { tab: 'join-requests', path: '/join-requests', needs: 'manageRequests' },
  { tab: 'insights', path: '/insights', needs: 'manage', isHidden: true },
  { tab: 'settings', path: '/settings', needs: 'manage', pin: IconSettings },
];

interface SocietyTabsProps {
  society: Society;
  /** Active tab; null on other pages. */
  active: SocietyTab | null;
  /** Number of pending requests, beside the admins' tab. */
  requestsBadge?: ReactNode;
  /** Preview role; passed on by the links of the tabs. */
  seenAs?: string | null;
}

/** Tabs of a society for its members; admin tabs are locked for others. */
export function SocietyTabs({ society, active, requestsBadge, seenAs = null }: SocietyTabsProps) {
  const { t } = useTranslation('societies');
  const pathOf = (path: string) => `/societies/${society.ID}${path}`;
  const search = seenAs ? `?as=${seenAs}` : '';
  // Staff who report see the insights of every society.
  const seesInsights = useScope('report') && seenAs === null;
  const isLocked = ({ tab, needs }: Page) => needs !== null && !society.Can[needs] && !(tab === 'insights' && seesInsights);
  const tabs = pages
    .filter((page) => isPage(pathOf(page.path)) && !(page.isHidden && isLocked(page)))
    .map((page): Tab => {
      const { tab, path, pin } = page;
      return {
        to: pathOf(path) + search,
        label: t(`tabs.${tab}`),
        badge: tab === 'join-requests' && requestsBadge,
        ...(isLocked(page) ? { locked: t('tabs.adminsOnly') } : pin && { pin }),
      };
    });
  const chosen = pages.find(({ tab }) => tab === active);
  return <Tabs inCard label={t('tabs.label')} active={chosen ? pathOf(chosen.path) + search : ''} tabs={tabs} />;
}
