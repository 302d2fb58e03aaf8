import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { resetPassword } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { PasswordInput } from '@/components/fields';
import { api, fieldErrorsOf } from '@/lib/api';
import { fieldOf } from '@/lib/form-fields';
import { checkSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import { ToLogin } from './forgot-form';
import { Outcome } from './outcome';
import { passwordFault } from './signup-values';
import { useMailedToken } from './use-mailed-token';

function validate({ password }: { password: string }) {
  const fault = passwordFault(password);
  return fault ? { password: fault } : {};
}
const isLinkExpired = (error: unknown): boolean => fieldErrorsOf(error).reset_token !== undefined;

/** Form to set a new password with the mailed token. */
export function ResetForm() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const token = useMailedToken();
  const [isExpired, setExpired] = useState(token === '');
  const form = useForm({ password: '' });
  const reset = async ({ password }: { password: string }) => {
    await api(resetPassword, { reset_token: token, password });
    // The server has ended every session of the account, including this browser's.
    await checkSession();
    toast('success', t('reset.done'));
    await navigate('/login', { replace: true });
  };
  const { submit, isBusy } = useFormAction(form, reset, {
    validate,
    failure: (error) => (isLinkExpired(error) ? false : undefined),
    onError: (error) => setExpired(isLinkExpired(error)),
  });
  // Used, expired or incomplete.
  if (isExpired)
    return <Outcome title={t('reset.deadTitle')} text={t('reset.deadText')} to="/forgot-password" action={t('reset.askAgain')} />;
  return (
    <>
      <form ref={form.form} noValidate onSubmit={submit}>
        <PasswordInput
          {...fieldOf(form, 'password')}
          dir="ltr"
          autoComplete="new-password"
          label={t('reset.password')}
          description={t('passwordHelp')}
        />
        <BusyButton type="submit" size="md" fullWidth busy={isBusy} busyLabel={t('reset.saving')}>
          {t('reset.save')}
        </BusyButton>
      </form>
      <ToLogin />
    </>
  );
}
