import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import css from './society-tabs.module.css';

export type SocietyTab = 'timeline' | 'join-requests';

interface SocietyTabsProps {
  society: Society;
  active: SocietyTab;
  /** Beside the admins' tab: how many requests wait. */
  requestsBadge?: ReactNode;
}

/** The pages of a society, for its members; those for admins are locked for all others. */
export function SocietyTabs({ society, active, requestsBadge }: SocietyTabsProps) {
  const { t } = useTranslation('societies');
  const bar = useRef<HTMLElement>(null);
  const to = `/societies/${society.ID}`;
  useEffect(() => {
    if (active) bar.current?.querySelector('[aria-current]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' });
  }, [active]);
  return (
    <nav ref={bar} className={css.tabs} aria-label={t('tabs.label')}>
      <Link to={to} className={css.tab} aria-current={active === 'timeline' ? 'page' : undefined}>
        {t('tabs.timeline')}
      </Link>
      {society.Can.manageRequests ? (
        <Link to={`${to}/join-requests`} className={css.tab} aria-current={active === 'join-requests' ? 'page' : undefined}>
          {t('tabs.joinRequests')}
          {requestsBadge}
        </Link>
      ) : (
        // biome-ignore lint/a11y/useFocusableInteractive: what is locked leads nowhere; it is read, not reached.
        // biome-ignore lint/a11y/useSemanticElements: an anchor without an address has no role.
        <span role="link" className={css.tab} aria-disabled="true" title={t('tabs.adminsOnly')}>
          <IconLock size={15} aria-hidden="true" />
          {t('tabs.joinRequests')}
        </span>
      )}
    </nav>
  );
}
