import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isPage } from '#models/contract/pages';
import type { Society } from '#models/contract/societies';
import { type Tab, Tabs } from '@/components/tabs';

/** Pages that are tabs; `needs`: right without which the tab is locked. */
const pages = [
  { tab: 'timeline', path: '', needs: null },
  { tab: 'events', path: '/events', needs: null },
  { tab: 'members', path: '/members', needs: null },
  { tab: 'join-requests', path: '/join-requests', needs: 'manageRequests' },
  { tab: 'settings', path: '/settings', needs: 'manage' },
] as const;
export type SocietyTab = (typeof pages)[number]['tab'];

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
  const tabs = pages
    .filter(({ path }) => isPage(pathOf(path)))
    .map(
      ({ tab, path, needs }): Tab => ({
        to: pathOf(path) + search,
        label: t(`tabs.${tab}`),
        badge: tab === 'join-requests' && requestsBadge,
        ...(needs && !society.Can[needs] ? { locked: t('tabs.adminsOnly') } : {}),
      }),
    );
  const chosen = pages.find(({ tab }) => tab === active);
  return <Tabs inCard label={t('tabs.label')} active={chosen ? pathOf(chosen.path) + search : ''} tabs={tabs} />;
}
