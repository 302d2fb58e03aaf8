import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '@/lib/session';
import css from './require-session.module.css';

/** Lets signed-in users through, also offline; sends others to the login, which leads back here. */
export function RequireSession() {
  const status = useSession((session) => session.status);
  const location = useLocation();
  if (status === 'checking') return <Authenticating />;
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
