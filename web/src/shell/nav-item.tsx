import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Excerpt } from '@/components/excerpt';
import css from './shell.module.css';

interface NavItemProps {
  to: string;
  icon: ReactNode;
  label: string;
  badge?: ReactNode;
  /** Current only on this exact path, not below it. */
  isExact?: boolean;
  onClick?: (() => void) | undefined;
}

/** A link of the side bar with an icon; on the narrow rail the label is its title. */
export function NavItem({ to, icon, label, badge, isExact = false, onClick }: NavItemProps) {
  return (
    <NavLink to={to} end={isExact} className={css.nav ?? ''} title={label} onClick={onClick}>
      {icon}
      <Excerpt className="grow">{label}</Excerpt>
      {badge}
    </NavLink>
  );
}
