import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Logo } from '@/components/logo';
import { PersonAvatar } from '@/components/person-avatar';
import { LanguageSwitch, SchemeSwitch } from '@/components/preferences';
import { SearchBox } from '@/features/search/search-box';
import { useSession } from '@/lib/session';
import { useWide } from '@/lib/use-wide';
import { Bell } from './bell';
import css from './shell.module.css';

const loadDrawer = () => import('./drawer');
const SideDrawer = lazy(loadDrawer);

function Menu() {
  const { t } = useTranslation('shell');
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <ActionIcon
        className={css.phone ?? ''}
        size={44}
        aria-label={t('openMenu')}
        aria-expanded={state === 'open'}
        onPointerEnter={() => void loadDrawer()}
        onClick={() => setState('open')}
      >
        <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <Suspense>{state !== 'never' && <SideDrawer opened={state === 'open'} onClose={() => setState('closed')} />}</Suspense>
    </>
  );
}

/** Room of the bell and the picture while the session is checked. */
const MemberRoom = () => (
  <>
    <ActionIcon component="span" className={css.room ?? ''} aria-hidden="true" />
    <span className={`${css.phone} ${css.face}`} aria-hidden="true" />
  </>
);

/** Pages that use the width of a large screen. */
const widePage = /^\/(events|societies)\/?$/;

/** Header: menu, logo and search link on phones; search, language and theme on wide screens; the bell when signed in. */
export function Header() {
  const { t } = useTranslation('shell');
  const { status, user } = useSession();
  const isWide = useWide();
  const isWidePage = widePage.test(useLocation().pathname);
  return (
    <header className={css.header} data-wide={isWidePage || undefined}>
      <Menu />
      <Link to="/" className={css.phone} aria-label={t('homeLink')}>
        <Logo />
      </Link>
      {isWide && (
        <span className={`${css.desk} ${css.search}`}>
          <SearchBox />
        </span>
      )}
      <span className={`${css.phone} grow`} />
      <ActionIcon component={Link} to="/search" className={css.phone ?? ''} size={44} aria-label={t('search')}>
        <IconSearch size={21} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {isWide && (
        <span className={css.desk}>
          <LanguageSwitch />
          <SchemeSwitch />
        </span>
      )}
      {status === 'checking' && <MemberRoom />}
      {user && <Bell />}
      {user && (
        <Link to="/account" className={`${css.phone} ${css.face}`} aria-label={t('profile')}>
          <PersonAvatar id={user.ID} name={user.Name} image={user.Image} size={34} />
        </Link>
      )}
    </header>
  );
}
