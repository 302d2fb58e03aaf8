import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '@/lib/session';
import { readToken } from '@/lib/token';
import css from './require-session.module.css';

/**
 * Lets signed-in people through; everybody else goes to the login, and back here afterwards. An `offline` page opens also to
 * whoever holds a token that could not be asked about: it works without a network, and nobody is known as `user` there.
 */
export function RequireSession({ offline = false }: { offline?: boolean }) {
  const status = useSession((session) => session.status);
  const unreached = useSession((session) => session.unreached);
  const location = useLocation();
  if (status === 'checking') return <Authenticating />;
  if (status === 'out' && offline && unreached && readToken()) return <Outlet />;
  if (status === 'out') return <Navigate to="/login" replace state={{ from: location.pathname + location.search + location.hash }} />;
  return <Outlet />;
}

function Authenticating() {
  const { t } = useTranslation();
  return (
    <div className={css.checking} role="status">
      <Loader size={28} />
      <span>{t('authenticating')}</span>
    </div>
  );
}
