import { IconCompass, IconHome, IconLogin2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useSession } from '@/lib/session';
import css from './shell.module.css';

function Tab({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <NavLink to={to} end={to === '/'} className={css.tab ?? ''}>
      {icon}
      <span>{label}</span>
    </NavLink>
  );
}

/** The main menu of phones, under the thumb. */
export function BottomBar() {
  const { t } = useTranslation(['shell', 'common']);
  const status = useSession((session) => session.status);
  return (
    <nav className={css.bottom} aria-label={t('shell:mainMenu')}>
      <Tab to="/" icon={<IconHome aria-hidden="true" />} label={t('shell:home')} />
      {status === 'out' && <Tab to="/login" icon={<IconLogin2 className="flip" aria-hidden="true" />} label={t('common:login')} />}
      <Tab to="/societies" icon={<IconCompass aria-hidden="true" />} label={t('shell:societies')} />
    </nav>
  );
}
