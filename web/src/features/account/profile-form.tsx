import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { UserProfile } from '#models/contract/profiles';
import { BusyButton } from '@/components/busy-button';
import { DraftNote } from '@/components/draft';
import { PasswordInput, Textarea, TextInput } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { fieldOf, helpBelow, pictureOf } from '@/lib/form-fields';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import type { FormErrors } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import css from './account.module.css';
import { changesOf, faultsOf, isNewAddress, type ProfileValues, profileDraft, valuesOf } from './profile-values';
import { saveProfile } from './save-profile';

/** Field errors of a failed save, including a taken address and a wrong password. */
function errorsOf(error: unknown): FormErrors<ProfileValues> {
  if (hasCode(error, 'email_taken')) return { email: failureText(error) };
  return hasCode(error, 'wrong_password') ? { password: failureText(error) } : fieldErrorsOf(error);
}

/** Form to edit the own profile. */
export function ProfileForm({ profile, onDone }: { profile: UserProfile; onDone: () => void }) {
  const { t } = useTranslation('account');
  const form = useDraftedForm<ProfileValues>(profileDraft, valuesOf(profile), { secret: ['password'] });
  const { values } = form;
  const [isSending, setSending] = useState(false);
  const save = async () => {
    await saveProfile(changesOf(values, profile));
    toast('success', t('profile.updated'));
    form.sent();
    onDone();
  };
  const { submit, isBusy } = useFormAction(form, save, {
    validate: () => faultsOf(values, profile),
    failure: t('profile.failed'),
    errorsOf,
  });
  return (
    <form ref={form.form} className={css.form} noValidate onSubmit={submit}>
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <TextInput
        {...fieldOf(form, 'name')}
        label={t('profile.name')}
        dir="auto"
        autoComplete="name"
        maxLength={lengths.name}
        data-autofocus
      />
      <TextInput
        {...fieldOf(form, 'email')}
        type="email"
        dir="ltr"
        label={t('profile.email')}
        description={values.email.trim() === profile.Email ? undefined : t('profile.emailNote')}
        inputWrapperOrder={helpBelow}
        autoComplete="email"
      />
      {isNewAddress(values, profile) && (
        <PasswordInput
          {...fieldOf(form, 'password')}
          dir="ltr"
          autoComplete="current-password"
          label={t('profile.password')}
          description={t('profile.passwordHelp')}
          inputWrapperOrder={helpBelow}
        />
      )}
      <TextInput {...fieldOf(form, 'phone')} type="tel" dir="ltr" label={t('profile.phone')} autoComplete="tel" maxLength={lengths.phone} />
      <Textarea
        {...fieldOf(form, 'bio')}
        dir="auto"
        label={t('profile.bio')}
        description={`${formatNumber(values.bio.length)}/${formatNumber(lengths.bio)}`}
        maxLength={lengths.bio}
      />
      <ImageField {...pictureOf(form)} isRound label={t('profile.image')} onBusy={setSending} />
      <div>
        <BusyButton type="submit" busy={isBusy} busyLabel={t('profile.saving')} disabled={isSending}>
          {t('profile.save')}
        </BusyButton>
      </div>
    </form>
  );
}
