import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { login } from '#models/contract/auth';
import { fieldTexts } from '#models/contract/errors';
import { BusyButton } from '@/components/busy-button';
import { Checkbox, PasswordInput, TextInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { looksLikeEmail } from '@/lib/email';
import { failureText, fieldText } from '@/lib/failures';
import { signIn } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { type FormErrors, useForm } from '@/lib/use-form';
import css from './auth-frame.module.css';

interface Values {
  email: string;
  password: string;
  remember: boolean;
}

function faultsOf({ email, password }: Values): FormErrors<Values> {
  const faults: FormErrors<Values> = {};
  if (!email.trim()) faults.email = fieldTexts.email_required;
  else if (!looksLikeEmail(email)) faults.email = fieldTexts.email_invalid;
  if (!password) faults.password = fieldTexts.password_required;
  return faults;
}

/** Signs in, shows a toast, and navigates to the page that asked for the login. */
function useLogin(show: (problem: string) => void) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { state } = useLocation();
  return async ({ email, password, remember }: Values): Promise<void> => {
    try {
      const { data: token } = await api(login, { email: email.trim(), password });
      if (typeof token !== 'string' || !token) throw new ApiError(200, 'unexpected', '');
      await signIn(token, remember);
      toast('success', t('welcome'));
      await navigate(state?.from ?? '/', { replace: true });
    } catch (error) {
      const unexpected = error instanceof ApiError && error.code === 'unexpected' && error.status < 300;
      const text = unexpected ? t('invalidResponse') : failureText(error) || t('invalidLogin');
      show(text);
      toast('error', text, { id: 'login' });
    }
  };
}

/** Shown after a sign-up with an unverified address: the address of the mail. */
function VerificationMailNote() {
  const { t } = useTranslation('auth');
  const to: unknown = useLocation().state?.mailedTo;
  if (typeof to !== 'string') return null;
  return (
    <div role="status" className={`${css.mailed} small`}>
      <p>{t('mailed')}</p>
      <p className="mail">{to}</p>
      <p>{t('mailedNote')}</p>
    </div>
  );
}

export function LoginForm() {
  const { t } = useTranslation('auth');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { form, values, errors, set, fail } = useForm<Values>({ email: '', password: '', remember: false }, () => setProblem(''));
  const logIn = useLogin(setProblem);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(faultsOf(values))) return;
    setBusy(true);
    setProblem('');
    await logIn(values);
    setBusy(false);
  };
  return (
    <>
      <VerificationMailNote />
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <p role="alert" className={`${css.problem} small`}>
            {problem}
          </p>
        )}
        <TextInput
          type="email"
          name="email"
          dir="ltr"
          autoComplete="username"
          label={t('email')}
          value={values.email}
          error={errors.email && fieldText(errors.email)}
          onChange={(event) => set('email', event.currentTarget.value)}
        />
        <PasswordInput
          name="password"
          dir="ltr"
          autoComplete="current-password"
          label={t('password')}
          value={values.password}
          error={errors.password && fieldText(errors.password)}
          onChange={(event) => set('password', event.currentTarget.value)}
        />
        <div className={css.between}>
          <Checkbox
            className={css.remember ?? ''}
            name="remember"
            label={t('remember')}
            checked={values.remember}
            onChange={(event) => set('remember', event.currentTarget.checked)}
          />
          <Link to="/forgot-password" className="link small">
            {t('forgotLink')}
          </Link>
        </div>
        <BusyButton type="submit" size="md" fullWidth busy={busy} busyLabel={t('signingIn')}>
          {t('signIn')}
        </BusyButton>
      </form>
      <p className={`${css.or} small`}>{t('newHere')}</p>
      <Button component={Link} to="/signup" variant="default" size="md" fullWidth>
        {t('createNew')}
      </Button>
    </>
  );
}
