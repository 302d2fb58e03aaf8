import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { UserProfile } from '#models/contract/profiles';
import { BusyButton } from '@/components/busy-button';
import { DraftNote } from '@/components/draft';
import { PasswordInput, Textarea, TextInput } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { ApiError } from '@/lib/api';
import { failureText, fieldText, reportFailure } from '@/lib/failures';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useDraftedForm } from '@/lib/use-drafted-form';
import type { FormErrors } from '@/lib/use-form';
import css from './account.module.css';
import { changesOf, faultsOf, isNewAddress, type ProfileValues, profileDraft, valuesOf } from './profile-values';
import { saveProfile } from './save-profile';

/** Field errors of a failed save, including a taken address and a wrong password. */
function faultsFrom(error: unknown): FormErrors<ProfileValues> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'email_taken') return { email: failureText(error) };
  return error.code === 'wrong_password' ? { password: failureText(error) } : error.fields;
}

/** Saves the changed fields; a failure keeps the typed text. */
function useSave(profile: UserProfile, fail: (faults: FormErrors<ProfileValues>) => boolean, onSaved: () => void) {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);
  const save = async (values: ProfileValues) => {
    if (busy || fail(faultsOf(values, profile))) return;
    setBusy(true);
    try {
      await saveProfile(changesOf(values, profile));
      toast('success', t('profile.updated'));
      onSaved();
    } catch (error) {
      reportFailure(error, t('profile.failed'));
      fail(faultsFrom(error));
      setBusy(false);
    }
  };
  return { busy, save };
}

/** Form to edit the own profile. */
export function ProfileForm({ profile, onDone }: { profile: UserProfile; onDone: () => void }) {
  const { t } = useTranslation('account');
  const drafted = useDraftedForm<ProfileValues>(profileDraft, valuesOf(profile), { secret: ['password'] });
  const { form, values, errors, set, fail } = drafted;
  const saved = () => {
    drafted.sent();
    onDone();
  };
  const { busy, save } = useSave(profile, fail, saved);
  const [isSending, setSending] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) void save(values);
  };
  const field = (name: keyof ProfileValues) => ({
    name,
    value: values[name],
    error: errors[name] && fieldText(errors[name]),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  });
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <DraftNote isShown={drafted.isRestored} onStartOver={drafted.startOver} />
      <TextInput {...field('name')} label={t('profile.name')} dir="auto" autoComplete="name" maxLength={lengths.name} data-autofocus />
      <TextInput
        {...field('email')}
        type="email"
        dir="ltr"
        label={t('profile.email')}
        description={values.email.trim() === profile.Email ? undefined : t('profile.emailNote')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="email"
      />
      {isNewAddress(values, profile) && (
        <PasswordInput
          {...field('password')}
          dir="ltr"
          autoComplete="current-password"
          label={t('profile.password')}
          description={t('profile.passwordHelp')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      )}
      <TextInput {...field('phone')} type="tel" dir="ltr" label={t('profile.phone')} autoComplete="tel" maxLength={lengths.phone} />
      <Textarea
        {...field('bio')}
        dir="auto"
        label={t('profile.bio')}
        description={`${formatNumber(values.bio.length)}/${formatNumber(lengths.bio)}`}
        maxLength={lengths.bio}
      />
      <ImageField
        isRound
        label={t('profile.image')}
        value={values.image}
        error={errors.image && fieldText(errors.image)}
        onChange={(image) => set('image', image)}
        onBusy={setSending}
      />
      <div>
        <BusyButton type="submit" busy={busy} busyLabel={t('profile.saving')} disabled={isSending}>
          {t('profile.save')}
        </BusyButton>
      </div>
    </form>
  );
}
