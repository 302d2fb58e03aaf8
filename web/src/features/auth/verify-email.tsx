import { Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { verifyEmail } from '#models/contract/credentials';
import { ErrorState } from '@/components/states';
import { api, fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { checkSession, useUser } from '@/lib/session';
import { Outcome } from './outcome';
import { ResendVerification } from './resend-verification';
import { useMailedToken } from './use-mailed-token';

/** Why a link no longer works; null for other errors. */
function endOf(error: unknown): 'dead' | 'taken' | null {
  if (hasCode(error, 'email_taken')) return 'taken';
  return fieldErrorsOf(error).verify_token ? 'dead' : null;
}

/** Verifies the address without a press: opening the mail's link is enough. */
function useVerification(token: string) {
  const verification = useMutation({
    mutationFn: async () => (await api(verifyEmail, { verify_token: token })).data,
    // Reload the session: its user may write now.
    onSuccess: () => void checkSession(),
  });
  const { mutate } = verification;
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current || !token) return;
    isStarted.current = true;
    mutate();
  }, [token, mutate]);
  return verification;
}

function ExpiredLink() {
  const { t } = useTranslation('auth');
  const title = t('verify.deadTitle');
  if (!useUser()) return <Outcome title={title} text={t('verify.deadTextOut')} to="/login" action={t('toLogin')} />;
  return (
    <Outcome title={title} text={t('verify.deadText')}>
      <ResendVerification />
    </Outcome>
  );
}

/** Verifies the address of a mail's link, and shows the outcome. */
export function VerifyEmail() {
  const { t } = useTranslation(['auth', 'common']);
  const token = useMailedToken();
  const { data, error, isSuccess, isError, mutate } = useVerification(token);
  const end = token ? endOf(error) : 'dead';
  if (end === 'dead') return <ExpiredLink />;
  if (end === 'taken')
    return <Outcome title={t('verify.takenTitle')} text={t('verify.takenText')} to="/account" action={t('verify.toAccount')} />;
  if (isError) return <ErrorState title={t('verify.failed')} text={failureText(error)} onRetry={() => mutate()} />;
  if (isSuccess)
    return (
      <Outcome title={t('verify.doneTitle')} to="/" action={t('common:notFound.home')}>
        <p className="mail">{data.Email}</p>
        <p className="soft">{t('verify.doneText')}</p>
      </Outcome>
    );
  return (
    <p role="status" className="row">
      <Loader size={20} />
      {t('verify.verifying')}
    </p>
  );
}
