import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import css from './shell.module.css';

interface NavItemProps {
  to: string;
  icon: ReactNode;
  label: string;
  badge?: ReactNode;
  /** Chosen on exactly this page, not on those below it. */
  isExact?: boolean;
  onClick?: (() => void) | undefined;
}

/** One line of the side bar: a link with a picture; on the rail the name is its title. */
export function NavItem({ to, icon, label, badge, isExact = false, onClick }: NavItemProps) {
  return (
    <NavLink to={to} end={isExact} className={css.nav ?? ''} title={label} onClick={onClick}>
      {icon}
      <span className="grow cut" dir="auto">
        {label}
      </span>
      {badge}
    </NavLink>
  );
}
