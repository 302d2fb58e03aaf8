import { Button } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { consentVersions } from '#models/contract/consents';
import { register } from '#models/contract/sign-up';
import { BusyButton } from '@/components/busy-button';
import { DraftNote } from '@/components/draft';
import { Checkbox, PasswordInput, TextInput } from '@/components/fields';
import { api, fieldErrorsOf } from '@/lib/api';
import { errorOf, fieldOf, flagOf } from '@/lib/form-fields';
import { languageInUse } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import type { FormErrors } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import css from './auth-frame.module.css';
import { PhotoField } from './photo-field';
import { blank, faultsOf, type SignupValues } from './signup-values';

/** Maps the server's field errors to the fields of this form. */
function errorsOf(error: unknown, failed: string): FormErrors<SignupValues> {
  const { name, email = failed, password, student_id: studentId, photo } = fieldErrorsOf(error);
  const faults = { firstName: name, email, password, studentId, photo };
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text)) as FormErrors<SignupValues>;
}

/** Creates an account and goes to the login. */
function useSignup(onDone: () => void) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  return async ({ firstName, lastName, email, password, studentId, photo }: SignupValues): Promise<void> => {
    const name = `${firstName.trim()} ${lastName.trim()}`;
    const language = languageInUse();
    const consents = { terms: { version: consentVersions.terms, language }, privacy: { version: consentVersions.privacy, language } };
    const { data } = await api(register, {
      name,
      email: email.trim(),
      password,
      student_id: studentId.trim(),
      photo: photo.trim(),
      consents,
    });
    onDone();
    toast('success', t('created'));
    await navigate('/login', data.Verified ? {} : { state: { mailedTo: email.trim() } });
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
  const form = useDraftedForm<SignupValues>('signup', blank, { secret: ['password', 'terms'] });
  const signUp = useSignup(form.sent);
  const { submit, isBusy } = useFormAction(form, signUp, {
    validate: faultsOf,
    failure: false,
    errorsOf: (error) => errorsOf(error, t('registrationFailed')),
    onError: () => toast('error', t('registrationFailed'), { id: 'signup' }),
  });
  return (
    <>
      <form ref={form.form} noValidate onSubmit={submit}>
        <DraftNote isShown={form.isRestored} missing={t('draftMissing')} onStartOver={form.startOver} />
        <div className={css.two}>
          <TextInput {...fieldOf(form, 'firstName')} label={t('firstName')} autoComplete="given-name" />
          <TextInput {...fieldOf(form, 'lastName')} label={t('lastName')} autoComplete="family-name" />
        </div>
        <TextInput {...fieldOf(form, 'email')} type="email" dir="ltr" label={t('email')} autoComplete="email" />
        <PasswordInput
          {...fieldOf(form, 'password')}
          dir="ltr"
          label={t('password')}
          description={t('passwordHelp')}
          autoComplete="new-password"
        />
        <TextInput {...fieldOf(form, 'studentId')} dir="ltr" label={t('studentId')} description={t('studentIdHelp')} autoComplete="off" />
        <PhotoField value={form.values.photo} error={errorOf(form, 'photo')} onChange={(photo) => form.set('photo', photo)} />
        <Checkbox {...flagOf(form, 'terms')} className={css.remember ?? ''} label={<TermsLabel />} error={errorOf(form, 'terms')} />
        <BusyButton type="submit" size="md" fullWidth busy={isBusy} busyLabel={t('creating')}>
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
