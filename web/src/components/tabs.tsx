import { IconLock } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
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
  /** Icon of a tab that is always in sight, after the others: on phones it is all that is drawn of it. */
  pin?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>;
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

interface TabLinkProps {
  tab: Tab;
  isActive: boolean;
}

function TabLink({ tab: { to, label, badge, locked, pin: Icon }, isActive }: TabLinkProps) {
  if (locked !== undefined) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: a locked tab is no link; it is read, not focused.
      // biome-ignore lint/a11y/useSemanticElements: an anchor without an address has no role.
      <span role="link" className={css.tab} aria-disabled="true" title={locked}>
        <IconLock size={15} aria-hidden="true" />
        {label}
      </span>
    );
  }
  return (
    <Link to={to} className={css.tab} aria-current={isActive ? 'page' : undefined} title={Icon && label} data-pinned={Icon && true}>
      {Icon && <Icon size={22} stroke={1.75} aria-hidden="true" />}
      {Icon ? <span className={css.pinnedLabel}>{label}</span> : label}
      {badge}
    </Link>
  );
}

/** Tabs as links; scrolls the current one into view. */
export function Tabs({ label, tabs, active, inCard = false }: TabsProps) {
  const bar = useRef<HTMLDivElement>(null);
  // A tab is current only once it is known not to be locked; badges that come later move the others.
  const shape = tabs.map(({ locked, badge }) => `${!locked}${!badge}`).join();
  const isAtStart = useRef(true);
  useEffect(() => {
    const current = active && shape ? bar.current?.querySelector('[aria-current]') : null;
    // Scrolling needs a layout at once, in the middle of a page's first one. The first tab is in view at the start.
    if (!current || (isAtStart.current && current === bar.current?.firstElementChild)) return;
    isAtStart.current = false;
    current.scrollIntoView?.({ inline: 'center', block: 'nearest' });
  }, [active, shape]);
  const linkOf = (tab: Tab) => <TabLink key={tab.to} tab={tab} isActive={tab.to === active} />;
  return (
    <nav className={css.tabs} aria-label={label} data-in-card={inCard || undefined}>
      <div ref={bar} className={css.row}>
        {tabs.filter(({ pin }) => !pin).map(linkOf)}
      </div>
      {tabs.filter(({ pin }) => pin).map(linkOf)}
    </nav>
  );
}
