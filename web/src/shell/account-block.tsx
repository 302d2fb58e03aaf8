import { Skeleton } from '@mantine/core';
import { IconLifebuoy, IconLogin2, IconLogout, IconUser, IconUserCircle, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { User } from '#models/contract/users';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { signOut, useSession } from '@/lib/session';
import { NavItem } from './nav-item';
import css from './shell.module.css';

type Choice = { onChoose?: (() => void) | undefined };

const WhoLines = ({ name, below }: { name: string; below: ReactNode }) => (
  <span className="grow">
    <Excerpt as="b" className={`${css.myName} small`}>
      {name}
    </Excerpt>
    {below}
  </span>
);

function Guest() {
  const { t } = useTranslation('shell');
  return (
    <div className={css.me}>
      <IconUserCircle size={38} stroke={1.25} aria-hidden="true" />
      <WhoLines name={t('guest')} below={<Excerpt className="micro dim">{t('notLoggedIn')}</Excerpt>} />
    </div>
  );
}

/** Room of the name and the address while the session is checked. */
function Unconfirmed() {
  const blank = '\u00a0';
  return (
    <div className={css.me} aria-hidden="true">
      <Skeleton circle height={38} />
      <WhoLines name={blank} below={<Excerpt className="micro dim">{blank}</Excerpt>} />
    </div>
  );
}

function Me({ user, onChoose }: { user: User } & Choice) {
  return (
    <Link to="/account" className={css.me} onClick={onChoose}>
      <PersonAvatar id={user.ID} name={user.Name} image={user.Image} size={38} />
      <WhoLines name={user.Name} below={<Excerpt className="micro dim">{user.Email}</Excerpt>} />
    </Link>
  );
}

function SignedIn({ onChoose }: Choice) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const leave = () => {
    onChoose?.();
    signOut();
    void navigate('/login');
  };
  return (
    <>
      <NavItem to="/account" icon={<IconUser aria-hidden="true" />} label={t('profile')} onClick={onChoose} />
      <NavItem to="/my-societies" icon={<IconUsersGroup aria-hidden="true" />} label={t('mySocieties')} onClick={onChoose} />
      <NavItem to="/support" icon={<IconLifebuoy aria-hidden="true" />} label={t('support')} onClick={onChoose} />
      <button type="button" className={css.nav} title={t('signOut')} onClick={leave}>
        <IconLogout className="flip" aria-hidden="true" />
        <Excerpt className="grow">{t('signOut')}</Excerpt>
      </button>
    </>
  );
}

function SignedOut({ onChoose }: Choice) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <>
      <NavItem to="/login" icon={<IconLogin2 className="flip" aria-hidden="true" />} label={t('common:login')} onClick={onChoose} />
      <NavItem to="/signup" icon={<IconUserPlus aria-hidden="true" />} label={t('common:signUp')} onClick={onChoose} />
      <NavItem to="/support" icon={<IconLifebuoy aria-hidden="true" />} label={t('shell:support')} onClick={onChoose} />
    </>
  );
}

/** The signed-in user with their links, or links to log in and sign up. */
export function AccountBlock({ onChoose }: Choice) {
  const { t } = useTranslation('shell');
  const { status, user } = useSession();
  const guest = status === 'checking' ? <Unconfirmed /> : <Guest />;
  return (
    <section aria-label={t('account')} className={css.account} data-checking={status === 'checking' || undefined}>
      {user ? <Me user={user} onChoose={onChoose} /> : guest}
      <div className={css.list}>
        {status === 'in' && <SignedIn onChoose={onChoose} />}
        {status === 'out' && <SignedOut onChoose={onChoose} />}
      </div>
    </section>
  );
}
