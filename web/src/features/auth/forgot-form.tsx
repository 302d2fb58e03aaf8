import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { forgotPassword } from '#models/contract/credentials';
import { fieldTexts } from '#models/contract/field-texts';
import { BusyButton } from '@/components/busy-button';
import { TextInput } from '@/components/fields';
import { api } from '@/lib/api';
import { looksLikeEmail } from '@/lib/email';
import { fieldOf } from '@/lib/form-fields';
import { type FormErrors, useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import { Outcome } from './outcome';

type Values = { email: string };

function faultsOf({ email }: Values): FormErrors<Values> {
  if (!email.trim()) return { email: fieldTexts.email_required };
  return looksLikeEmail(email) ? {} : { email: fieldTexts.email_invalid };
}

/** Shows the same text whether or not the account exists, so that nobody can probe addresses. */
function Sent({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation('auth');
  return (
    <Outcome title={t('forgot.sentTitle')} text={t('forgot.sentText')}>
      <p className="mail">{email}</p>
      <p className="small dim">{t('forgot.sentNote')}</p>
      <Button variant="default" size="md" fullWidth onClick={onBack}>
        {t('forgot.again')}
      </Button>
    </Outcome>
  );
}

/** Form to request a mail with a link to a new password. */
export function ForgotForm() {
  const { t } = useTranslation('auth');
  const [sentTo, setSentTo] = useState('');
  const form = useForm<Values>({ email: '' });
  const send = async (values: Values) => {
    const email = values.email.trim();
    await api(forgotPassword, { email });
    setSentTo(email);
  };
  const { submit, isBusy } = useFormAction(form, send, { validate: faultsOf });
  if (sentTo) return <Sent email={sentTo} onBack={() => setSentTo('')} />;
  return (
    <>
      <form ref={form.form} noValidate onSubmit={submit}>
        <TextInput {...fieldOf(form, 'email')} type="email" dir="ltr" autoComplete="username" label={t('email')} />
        <BusyButton type="submit" size="md" fullWidth busy={isBusy} busyLabel={t('forgot.sending')}>
          {t('forgot.send')}
        </BusyButton>
      </form>
      <ToLogin />
    </>
  );
}

/** Link back to the login. */
export function ToLogin() {
  const { t } = useTranslation('auth');
  return (
    <Button component={Link} to="/login" variant="subtle" size="md" fullWidth mt="sm">
      {t('backToLogin')}
    </Button>
  );
}
