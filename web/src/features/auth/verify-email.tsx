import { Button, Loader } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { verifyEmail } from '#models/contract/credentials';
import { ErrorState } from '@/components/states';
import { ApiError, api } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { checkSession, useUser } from '@/lib/session';
import { useMailedToken } from './mailed-token';
import { Outcome } from './outcome';
import { SendAgain } from './send-again';

type State = { is: 'verifying' } | { is: 'done'; email: string } | { is: 'dead' } | { is: 'taken' } | { is: 'failed'; text: string };

function stateOf(error: unknown): State {
  if (error instanceof ApiError && error.code === 'email_taken') return { is: 'taken' };
  if (error instanceof ApiError && error.fields.verify_token) return { is: 'dead' };
  return { is: 'failed', text: failureText(error) };
}

/** Proves the address by itself: whoever opened the mail has done enough. */
function useVerification(token: string) {
  const [state, setState] = useState<State>(token ? { is: 'verifying' } : { is: 'dead' });
  const verify = useCallback(async () => {
    setState({ is: 'verifying' });
    try {
      const { data } = await api(verifyEmail, { verify_token: token });
      setState({ is: 'done', email: data.Email });
      // Whoever is signed in here may write from now on.
      await checkSession();
    } catch (error) {
      setState(stateOf(error));
    }
  }, [token]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !token) return;
    begun.current = true;
    void verify();
  }, [token, verify]);
  return { state, verify };
}

function DeadLink() {
  const { t } = useTranslation('auth');
  const user = useUser();
  return (
    <Outcome title={t('verify.deadTitle')}>
      <p className="soft">{t(user ? 'verify.deadText' : 'verify.deadTextOut')}</p>
      {user ? <SendAgain /> : <Home to="/login">{t('signIn')}</Home>}
    </Outcome>
  );
}

function Home({ to = '/', children }: { to?: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} size="md" fullWidth>
      {children}
    </Button>
  );
}

/** What became of the address that a mail's link is about. */
export function VerifyEmail() {
  const { t } = useTranslation(['auth', 'common']);
  const { state, verify } = useVerification(useMailedToken());
  if (state.is === 'dead') return <DeadLink />;
  if (state.is === 'failed') return <ErrorState title={t('verify.failed')} text={state.text} onRetry={() => void verify()} />;
  if (state.is === 'taken') {
    return (
      <Outcome title={t('verify.takenTitle')}>
        <p className="soft">{t('verify.takenText')}</p>
        <Home to="/account">{t('verify.toAccount')}</Home>
      </Outcome>
    );
  }
  if (state.is === 'done') {
    return (
      <Outcome title={t('verify.doneTitle')}>
        <p className="mail">{state.email}</p>
        <p className="soft">{t('verify.doneText')}</p>
        <Home>{t('common:notFound.home')}</Home>
      </Outcome>
    );
  }
  return (
    <p role="status" className="row">
      <Loader size={20} />
      {t('verify.verifying')}
    </p>
  );
}
