import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#models/contract/credentials';
import { fieldTexts } from '#models/contract/errors';
import { BusyButton } from '@/components/busy-button';
import { PasswordInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { failureText, fieldText, reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { type FormErrors, useForm } from '@/lib/use-form';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

interface Values {
  password: string;
  new_password: string;
}
const blank: Values = { password: '', new_password: '' };
const SHORTEST = 8;

function faultsOf({ password, new_password }: Values): FormErrors<Values> {
  const faults: FormErrors<Values> = {};
  if (!password) faults.password = fieldTexts.password_required;
  if (!new_password) faults.new_password = fieldTexts.password_required;
  else if (new_password.length < SHORTEST) faults.new_password = fieldTexts.password_short;
  return faults;
}

/** Field errors of a failed change. A wrong password is shown only under its field; other failures also in a toast. */
function faultsFrom(error: unknown): FormErrors<Values> {
  if (error instanceof ApiError && error.code === 'wrong_password') return { password: failureText(error) };
  reportFailure(error);
  return error instanceof ApiError ? error.fields : {};
}

/** Form to change the password, which ends all other sessions. */
export function ChangePassword() {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);
  const { form, values, errors, set, fail } = useForm<Values>(blank);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(faultsOf(values))) return;
    setBusy(true);
    try {
      await api(changePassword, values);
      set('password', '');
      set('new_password', '');
      toast('success', t('password.done'));
    } catch (error) {
      fail(faultsFrom(error));
    }
    setBusy(false);
  };
  const field = (name: keyof Values) => ({
    name,
    dir: 'ltr' as const,
    value: values[name],
    error: errors[name] && fieldText(errors[name]),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  });
  return (
    <SettingsCard title={t('password.title')} lead={t('password.lead')}>
      <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput {...field('password')} label={t('password.current')} autoComplete="current-password" />
        <PasswordInput {...field('new_password')} label={t('password.new')} description={t('password.help')} autoComplete="new-password" />
        <div>
          <BusyButton type="submit" busy={busy} busyLabel={t('password.busy')}>
            {t('password.change')}
          </BusyButton>
        </div>
      </form>
    </SettingsCard>
  );
}
