import { IconCalendarEvent, IconCompass, IconHome, IconLogin2, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useSession } from '@/lib/session';
import { NewPost } from './new-post';
import css from './shell.module.css';

function Tab({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <NavLink to={to} end={to === '/'} className={css.tab ?? ''}>
      {icon}
      <span>{label}</span>
    </NavLink>
  );
}

/** Main menu at the bottom of phones. The button has its room while the session is checked. */
export function BottomBar() {
  const { t } = useTranslation(['shell', 'common']);
  const status = useSession((session) => session.status);
  return (
    <nav className={css.bottom} aria-label={t('shell:mainMenu')}>
      <Tab to="/" icon={<IconHome aria-hidden="true" />} label={t('shell:home')} />
      <Tab to="/societies" icon={<IconCompass aria-hidden="true" />} label={t('shell:societies')} />
      {status === 'checking' && <span />}
      {status === 'in' && <NewPost />}
      <Tab to="/events" icon={<IconCalendarEvent aria-hidden="true" />} label={t('shell:events')} />
      {status === 'out' ? (
        <Tab to="/login" icon={<IconLogin2 className="flip" aria-hidden="true" />} label={t('common:login')} />
      ) : (
        <Tab to="/my-societies" icon={<IconUsersGroup aria-hidden="true" />} label={t('shell:mine')} />
      )}
    </nav>
  );
}
