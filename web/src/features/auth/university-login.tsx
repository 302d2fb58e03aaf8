import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ssoPath } from '#models/contract/sso';
import css from './auth-frame.module.css';
import { loginMethods, theseMethods } from './login-methods.store';

/** Button to the university's login, where it is set up. A link, since the browser leaves the app. */
export function UniversityLogin({ hasPasswords }: { hasPasswords: boolean }) {
  const { t } = useTranslation('auth');
  const { state } = useLocation();
  const { thing } = loginMethods.useThing(theseMethods);
  if (!thing?.sso) return null;
  const to = typeof state?.from === 'string' ? state.from : '/';
  return (
    <>
      <Button
        component="a"
        href={`${ssoPath}?to=${encodeURIComponent(to)}`}
        size="md"
        fullWidth
        data-online
        leftSection={<IconSchool size={19} stroke={1.75} aria-hidden="true" />}
      >
        {t('sso.logIn', { name: thing.sso.name })}
      </Button>
      {hasPasswords && <p className={`${css.or} small`}>{t('sso.or')}</p>}
    </>
  );
}
