import { Button, Loader } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { verifyEmail } from '#models/contract/credentials';
import { ErrorState } from '@/components/states';
import { api, fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { checkSession, useUser } from '@/lib/session';
import { Outcome } from './outcome';
import { ResendVerification } from './resend-verification';
import { useMailedToken } from './use-mailed-token';

type State = { is: 'verifying' } | { is: 'done'; email: string } | { is: 'dead' } | { is: 'taken' } | { is: 'failed'; text: string };

function stateOf(error: unknown): State {
  if (hasCode(error, 'email_taken')) return { is: 'taken' };
  if (fieldErrorsOf(error).verify_token) return { is: 'dead' };
  return { is: 'failed', text: failureText(error) };
}

/** Verifies the address without a press: opening the mail's link is enough. */
function useVerification(token: string) {
  const [state, setState] = useState<State>(token ? { is: 'verifying' } : { is: 'dead' });
  const verify = useCallback(async () => {
    setState({ is: 'verifying' });
    try {
      const { data } = await api(verifyEmail, { verify_token: token });
      setState({ is: 'done', email: data.Email });
      // Reload the session: its user may write now.
      await checkSession();
    } catch (error) {
      setState(stateOf(error));
    }
  }, [token]);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current || !token) return;
    isStarted.current = true;
    void verify();
  }, [token, verify]);
  return { state, verify };
}

function ExpiredLink() {
  const { t } = useTranslation('auth');
  const user = useUser();
  return (
    <Outcome title={t('verify.deadTitle')}>
      <p className="soft">{t(user ? 'verify.deadText' : 'verify.deadTextOut')}</p>
      {user ? <ResendVerification /> : <LinkButton to="/login">{t('signIn')}</LinkButton>}
    </Outcome>
  );
}

function LinkButton({ to = '/', children }: { to?: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} size="md" fullWidth>
      {children}
    </Button>
  );
}

/** Verifies the address of a mail's link, and shows the outcome. */
export function VerifyEmail() {
  const { t } = useTranslation(['auth', 'common']);
  const { state, verify } = useVerification(useMailedToken());
  if (state.is === 'dead') return <ExpiredLink />;
  if (state.is === 'failed') return <ErrorState title={t('verify.failed')} text={state.text} onRetry={() => void verify()} />;
  if (state.is === 'taken') {
    return (
      <Outcome title={t('verify.takenTitle')}>
        <p className="soft">{t('verify.takenText')}</p>
        <LinkButton to="/account">{t('verify.toAccount')}</LinkButton>
      </Outcome>
    );
  }
  if (state.is === 'done') {
    return (
      <Outcome title={t('verify.doneTitle')}>
        <p className="mail">{state.email}</p>
        <p className="soft">{t('verify.doneText')}</p>
        <LinkButton>{t('common:notFound.home')}</LinkButton>
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
