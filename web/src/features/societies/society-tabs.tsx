import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isPage } from '#models/contract/pages';
import type { Society } from '#models/contract/societies';
import { type Tab, Tabs } from '@/components/tabs';

/** The five pages that are tabs; `needs`: locked for who may not. */
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
  /** Null on a page that is no tab. */
  active: SocietyTab | null;
  /** Beside the admins' tab: how many requests wait. */
  requestsBadge?: ReactNode;
  /** Shown as somebody else sees it: so is where the tabs lead. */
  seenAs?: string | null;
}

/** The pages of a society, for its members; those for admins are locked for all others. */
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
