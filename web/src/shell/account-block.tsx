import { IconLogin2, IconLogout, IconUserCircle, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PersonAvatar } from '@/components/person-avatar';
import { signOut, useSession } from '@/lib/session';
import { NavItem } from './nav-item';
import css from './shell.module.css';

function WhoAmI() {
  const { t } = useTranslation('shell');
  const user = useSession((session) => session.user);
  return (
    <div className={css.me}>
      {user ? (
        <PersonAvatar id={user.ID} name={user.Name} image={user.Image} size={38} />
      ) : (
        <IconUserCircle size={38} stroke={1.25} aria-hidden="true" />
      )}
      <span className="grow">
        <b className={`${css.myName} small cut`}>
          <bdi>{user ? user.Name : t('guest')}</bdi>
        </b>
        <span className={`micro dim cut ${user ? 'mail' : ''}`}>{user ? user.Email : t('notLoggedIn')}</span>
      </span>
    </div>
  );
}

/** Who is signed in, and the ways in and out. */
export function AccountBlock({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation(['shell', 'common']);
  const status = useSession((session) => session.status);
  const navigate = useNavigate();
  const leave = () => {
    onChoose?.();
    signOut();
    void navigate('/login');
  };
  return (
    <section aria-label={t('shell:account')} className={css.account}>
      <WhoAmI />
      <div className={css.list}>
        {status === 'in' && (
          <button type="button" className={css.nav} title={t('shell:signOut')} onClick={leave}>
            <IconLogout className="flip" aria-hidden="true" />
            <span className="grow cut">{t('shell:signOut')}</span>
          </button>
        )}
        {status === 'out' && (
          <NavItem to="/login" icon={<IconLogin2 className="flip" aria-hidden="true" />} label={t('common:login')} onClick={onChoose} />
        )}
        {status === 'out' && (
          <NavItem to="/signup" icon={<IconUserPlus aria-hidden="true" />} label={t('common:signUp')} onClick={onChoose} />
        )}
      </div>
    </section>
  );
}
