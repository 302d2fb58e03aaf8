import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import css from './tabs.module.css';

export interface Tab {
  /** Link target: a path, or a search like `?tab=privacy`. */
  to: string;
  label: string;
  /** Count next to the label. */
  badge?: ReactNode;
  /** Reason why the tab cannot be opened. */
  locked?: string;
}

interface TabsProps {
  /** Accessible name. */
  label: string;
  tabs: readonly Tab[];
  /** `to` of the current tab. */
  active: string;
  /** Placed at the bottom of a card, instead of on the page. */
  inCard?: boolean;
}

/** Tabs as links; scrolls the current one into view. */
export function Tabs({ label, tabs, active, inCard = false }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) bar.current?.querySelector('[aria-current]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' });
  }, [active]);
  return (
    <nav ref={bar} className={css.tabs} aria-label={label} data-in-card={inCard || undefined}>
      {tabs.map((tab) =>
        tab.locked === undefined ? (
          <Link key={tab.to} to={tab.to} className={css.tab} aria-current={tab.to === active ? 'page' : undefined}>
            {tab.label}
            {tab.badge}
          </Link>
        ) : (
          // biome-ignore lint/a11y/useFocusableInteractive: a locked tab is no link; it is read, not focused.
          // biome-ignore lint/a11y/useSemanticElements: an anchor without an address has no role.
          <span key={tab.to} role="link" className={css.tab} aria-disabled="true" title={tab.locked}>
            <IconLock size={15} aria-hidden="true" />
            {tab.label}
          </span>
        ),
      )}
    </nav>
  );
}
