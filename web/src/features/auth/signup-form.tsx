import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { register } from '#models/contract/auth';
import { BusyButton } from '@/components/busy-button';
import { DraftNote } from '@/components/draft';
import { Checkbox, PasswordInput, TextInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { fieldText } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import type { FormErrors, useForm } from '@/lib/use-form';
import css from './auth-frame.module.css';
import { PhotoField } from './photo-field';
import { blank, faultsOf, type SignupValues } from './signup-values';

type SignupForm = ReturnType<typeof useForm<SignupValues>>;
type TextName = Exclude<keyof SignupValues, 'terms'>;

/** Maps the server's field errors to the fields of this form. */
function faultsFrom(error: unknown, failed: string): FormErrors<SignupValues> {
  const { name, email = failed, password, student_id: studentId, photo } = error instanceof ApiError ? error.fields : {};
  const faults = { firstName: name, email, password, studentId, photo };
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text)) as FormErrors<SignupValues>;
}

function useSignup(fail: SignupForm['fail'], onDone: () => void) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  return async ({ firstName, lastName, email, password, studentId, photo }: SignupValues): Promise<void> => {
    try {
      const name = `${firstName.trim()} ${lastName.trim()}`;
      const { data } = await api(register, { name, email: email.trim(), password, student_id: studentId.trim(), photo: photo.trim() });
      onDone();
      toast('success', t('created'));
      await navigate('/login', data.Verified ? {} : { state: { mailedTo: email.trim() } });
    } catch (error) {
      toast('error', t('registrationFailed'), { id: 'signup' });
      fail(faultsFrom(error, t('registrationFailed')));
    }
  };
}

/** Common props of the text fields. */
function fieldProps({ values, errors, set }: SignupForm, name: TextName) {
  const error = errors[name];
  return {
    name,
    value: values[name],
    error: error && fieldText(error),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  };
}

/** Opens terms and privacy policy in new tabs, so that no typed text is lost. */
function TermsLabel() {
  const { t } = useTranslation('auth');
  const link = (to: string) => <Link to={to} target="_blank" className="link" />;
  return <Trans t={t} i18nKey="terms" components={{ terms: link('/terms'), privacy: link('/privacy') }} />;
}

export function SignupForm() {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const fields = useDraftedForm<SignupValues>('signup', blank, { secret: ['password', 'terms'] });
  const { form, values, errors, set, fail } = fields;
  const signUp = useSignup(fail, fields.sent);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(faultsOf(values))) return;
    setBusy(true);
    await signUp(values);
    setBusy(false);
  };
  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <DraftNote isShown={fields.isRestored} missing={t('draftMissing')} onStartOver={fields.startOver} />
        <div className={css.two}>
          <TextInput {...fieldProps(fields, 'firstName')} label={t('firstName')} autoComplete="given-name" />
          <TextInput {...fieldProps(fields, 'lastName')} label={t('lastName')} autoComplete="family-name" />
        </div>
        <TextInput {...fieldProps(fields, 'email')} type="email" dir="ltr" label={t('email')} autoComplete="email" />
        <PasswordInput
          {...fieldProps(fields, 'password')}
          dir="ltr"
          label={t('password')}
          description={t('passwordHelp')}
          autoComplete="new-password"
        />
        <TextInput {...fieldProps(fields, 'studentId')} dir="ltr" label={t('studentId')} autoComplete="off" />
        <PhotoField value={values.photo} error={errors.photo && fieldText(errors.photo)} onChange={(photo) => set('photo', photo)} />
        <Checkbox
          className={css.remember ?? ''}
          name="terms"
          label={<TermsLabel />}
          checked={values.terms}
          error={errors.terms && fieldText(errors.terms)}
          onChange={(event) => set('terms', event.currentTarget.checked)}
        />
        <BusyButton type="submit" size="md" fullWidth busy={busy} busyLabel={t('creating')}>
          {t('create')}
        </BusyButton>
      </form>
      <p className={`${css.or} small`}>{t('haveAccount')}</p>
      <Button component={Link} to="/login" variant="default" size="md" fullWidth>
        {t('toLogin')}
      </Button>
    </>
  );
}
