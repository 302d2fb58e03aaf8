import { useTranslation } from 'react-i18next';
import { changePassword } from '#models/contract/credentials';
import { fieldTexts } from '#models/contract/field-texts';
import { BusyButton } from '@/components/busy-button';
import { PasswordInput } from '@/components/fields';
import { api, fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { fieldOf } from '@/lib/form-fields';
import { toast } from '@/lib/toasts';
import { type FormErrors, useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

const blank = { password: '', new_password: '' };
type Values = typeof blank;
const SHORTEST = 8;

function faultsOf({ password, new_password }: Values): FormErrors<Values> {
  const faults: FormErrors<Values> = {};
  if (!password) faults.password = fieldTexts.password_required;
  if (!new_password) faults.new_password = fieldTexts.password_required;
  else if (new_password.length < SHORTEST) faults.new_password = fieldTexts.password_short;
  return faults;
}

const isWrongPassword = (error: unknown): boolean => hasCode(error, 'wrong_password');

/** Field errors of a failed change. */
const errorsOf = (error: unknown): FormErrors<Values> => (isWrongPassword(error) ? { password: failureText(error) } : fieldErrorsOf(error));

/** Form to change the password, which ends all other sessions. */
export function ChangePassword() {
  const { t } = useTranslation('account');
  const form = useForm(blank);
  const change = async (values: Values) => {
    await api(changePassword, values);
    form.replace(blank);
    toast('success', t('password.done'));
  };
  // A wrong password is shown only under its field.
  const failure = (error: unknown) => (isWrongPassword(error) ? false : undefined);
  const { submit, isBusy } = useFormAction(form, change, { validate: faultsOf, failure, errorsOf });
  return (
    <SettingsCard title={t('password.title')} lead={t('password.lead')}>
      <form ref={form.form} className={css.form} noValidate onSubmit={submit}>
        <PasswordInput {...fieldOf(form, 'password')} dir="ltr" label={t('password.current')} autoComplete="current-password" />
        <PasswordInput
          {...fieldOf(form, 'new_password')}
          dir="ltr"
          label={t('password.new')}
          description={t('password.help')}
          autoComplete="new-password"
        />
        <div>
          <BusyButton type="submit" busy={isBusy} busyLabel={t('password.busy')}>
            {t('password.change')}
          </BusyButton>
        </div>
      </form>
    </SettingsCard>
  );
}
