import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { UserProfile } from '#models/contract/profiles';
import { BusyButton } from '@/components/busy-button';
import { Textarea, TextInput } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { ApiError } from '@/lib/api';
import { fieldText, reportFailure } from '@/lib/failures';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { type FormErrors, useForm } from '@/lib/use-form';
import css from './account.module.css';
import { changesOf, faultsOf, type ProfileValues, valuesOf } from './profile-values';
import { saveProfile } from './save-profile';

/** An address that somebody else has is said under its field too. */
function faultsFrom(error: unknown, taken: string): FormErrors<ProfileValues> {
  if (!(error instanceof ApiError)) return {};
  return error.code === 'email_taken' ? { email: taken } : error.fields;
}

/** Saves what changed; where that fails, what was typed stays. */
function useSave(profile: UserProfile, fail: (faults: FormErrors<ProfileValues>) => boolean, onSaved: () => void) {
  const { t } = useTranslation(['account', 'errors']);
  const [busy, setBusy] = useState(false);
  const save = async (values: ProfileValues) => {
    if (busy || fail(faultsOf(values))) return;
    setBusy(true);
    try {
      await saveProfile(changesOf(values, profile));
      toast('success', t('account:profile.updated'));
      onSaved();
    } catch (error) {
      reportFailure(error, t('account:profile.failed'));
      fail(faultsFrom(error, t('errors:codes.email_taken')));
      setBusy(false);
    }
  };
  return { busy, save };
}

/** The profile, while it is edited. */
export function ProfileForm({ profile, onDone }: { profile: UserProfile; onDone: () => void }) {
  const { t } = useTranslation('account');
  const { form, values, errors, set, fail } = useForm<ProfileValues>(valuesOf(profile));
  const { busy, save } = useSave(profile, fail, onDone);
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
  const isNewAddress = values.email.trim() !== profile.Email;
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <TextInput {...field('name')} label={t('profile.name')} dir="auto" autoComplete="name" maxLength={lengths.name} data-autofocus />
      <TextInput
        {...field('email')}
        type="email"
        dir="ltr"
        label={t('profile.email')}
        description={isNewAddress ? t('profile.emailNote') : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="email"
      />
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
