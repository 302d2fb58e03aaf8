import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { resetPassword } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { PasswordInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { fieldText, reportFailure } from '@/lib/failures';
import { checkSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useForm } from '@/lib/use-form';
import { ToLogin } from './forgot-form';
import { Outcome } from './outcome';
import { passwordFault } from './signup-values';
import { useMailedToken } from './use-mailed-token';

/** Shown for a used, expired or incomplete link, with a button to request another. */
function ExpiredLink() {
  const { t } = useTranslation('auth');
  return (
    <Outcome title={t('reset.deadTitle')}>
      <p className="soft">{t('reset.deadText')}</p>
      <Button component={Link} to="/forgot-password" size="md" fullWidth>
        {t('reset.askAgain')}
      </Button>
    </Outcome>
  );
}

/** Returns a function that sets a new password with the mailed token. */
function useReset(token: string, onExpired: () => void, fail: (errors: Record<string, string>) => void) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  return async (password: string): Promise<void> => {
    try {
      await api(resetPassword, { reset_token: token, password });
      // The server has ended every session of the account, including this browser's.
      await checkSession();
      toast('success', t('reset.done'));
      await navigate('/login', { replace: true });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (fields.reset_token) return onExpired();
      reportFailure(error);
      fail(fields);
    }
  };
}

export function ResetForm() {
  const { t } = useTranslation('auth');
  const token = useMailedToken();
  const [isExpired, setExpired] = useState(token === '');
  const [busy, setBusy] = useState(false);
  const { form, values, errors, set, fail } = useForm({ password: '' });
  const reset = useReset(token, () => setExpired(true), fail);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const password = passwordFault(values.password);
    if (busy || fail(password ? { password } : {})) return;
    setBusy(true);
    await reset(values.password);
    setBusy(false);
  };
  if (isExpired) return <ExpiredLink />;
  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput
          name="password"
          dir="ltr"
          autoComplete="new-password"
          label={t('reset.password')}
          description={t('passwordHelp')}
          value={values.password}
          error={errors.password && fieldText(errors.password)}
          onChange={(event) => set('password', event.currentTarget.value)}
        />
        <BusyButton type="submit" size="md" fullWidth busy={busy} busyLabel={t('reset.saving')}>
          {t('reset.save')}
        </BusyButton>
      </form>
      <ToLogin />
    </>
  );
}
