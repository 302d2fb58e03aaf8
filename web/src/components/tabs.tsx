import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import css from './tabs.module.css';

export interface Tab {
  /** Where it leads: a path, or a search like `?tab=privacy`. */
  to: string;
  label: string;
  /** Beside the label: how many there are, or wait. */
  badge?: ReactNode;
  /** Why it cannot be opened: then it is read, not reached. */
  locked?: string;
}

interface TabsProps {
  /** What the pages are of, for who cannot see them. */
  label: string;
  tabs: readonly Tab[];
  /** The `to` of the one that is shown. */
  active: string;
  /** The last line of a card, instead of a line of its own on the page. */
  inCard?: boolean;
}

/** Pages side by side, each with an address: the chosen one in ink, with the nuqta under it, and always in view. */
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
          // biome-ignore lint/a11y/useFocusableInteractive: what is locked leads nowhere; it is read, not reached.
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
