import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { forgotPassword } from '#models/contract/credentials';
import { fieldTexts } from '#models/contract/errors';
import { BusyButton } from '@/components/busy-button';
import { TextInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { looksLikeEmail } from '@/lib/email';
import { fieldText, reportFailure } from '@/lib/failures';
import { type FormErrors, useForm } from '@/lib/use-form';
import { Outcome } from './outcome';

interface Values {
  email: string;
}

function faultsOf({ email }: Values): FormErrors<Values> {
  if (!email.trim()) return { email: fieldTexts.email_required };
  return looksLikeEmail(email) ? {} : { email: fieldTexts.email_invalid };
}

/** Shows the same text whether or not the account exists, so that nobody can probe addresses. */
function Sent({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation('auth');
  return (
    <Outcome title={t('forgot.sentTitle')}>
      <p className="soft">{t('forgot.sentText')}</p>
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
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState('');
  const { form, values, errors, set, fail } = useForm<Values>({ email: '' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(faultsOf(values))) return;
    setBusy(true);
    try {
      await api(forgotPassword, { email: values.email.trim() });
      setSentTo(values.email.trim());
    } catch (error) {
      reportFailure(error);
      if (error instanceof ApiError) fail(error.fields);
    }
    setBusy(false);
  };
  if (sentTo) return <Sent email={sentTo} onBack={() => setSentTo('')} />;
  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
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
        <BusyButton type="submit" size="md" fullWidth busy={busy} busyLabel={t('forgot.sending')}>
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
