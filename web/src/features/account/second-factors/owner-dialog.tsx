import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTexts } from '#models/contract/field-texts';
import type { ProofInput } from '#models/contract/second-step';
import { PasswordInput, TextInput } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { Modal } from '@/components/modal';
import SecondStep from '@/components/second-step';
import { fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { fieldOf } from '@/lib/form-fields';
import { type SecondStepAsked, secondStepOf } from '@/lib/second-step';
import { type FormErrors, useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';

/** What the owner entered: without a password for an account that has none. */
export interface OwnerInput {
  password?: string;
  name: string;
}

interface OwnerDialogProps {
  title: string;
  text: string;
  action: string;
  busyLabel: string;
  danger?: boolean;
  hasPassword: boolean;
  /** Asks for a name, too. */
  name?: { label: string; help: string; required: string };
  /** Does what the dialog is for. With `proof` once the second step was asked for. */
  run: (input: OwnerInput, proof?: ProofInput) => Promise<unknown>;
  onClose: () => void;
}

const isWrongPassword = (error: unknown): boolean => hasCode(error, 'wrong_password');

/** Dialog that asks for the password, and for the second step where the server wants it. */
export function OwnerDialog({ title, text, hasPassword, name, run, onClose, ...buttons }: OwnerDialogProps) {
  const { t } = useTranslation('second-step');
  const form = useForm({ password: '', name: '' });
  const [step, setStep] = useState<SecondStepAsked | null>(null);
  const inputOf = (values: typeof form.values): OwnerInput => ({
    name: values.name.trim(),
    ...(hasPassword ? { password: values.password } : {}),
  });
  const begin = async (values: typeof form.values) => {
    try {
      await run(inputOf(values));
    } catch (error) {
      const asked = secondStepOf(error);
      if (!asked) throw error;
      setStep(asked);
    }
  };
  const { submit, isBusy } = useFormAction(form, begin, {
    validate: (values) => ({
      ...(hasPassword && !values.password ? { password: fieldTexts.password_required } : {}),
      ...(name && !values.name.trim() ? { name: name.required } : {}),
    }),
    failure: (error) => (isWrongPassword(error) ? false : undefined),
    errorsOf: (error): FormErrors<typeof form.values> =>
      isWrongPassword(error) ? { password: failureText(error) } : hasCode(error, 'validation_failed') ? fieldErrorsOf(error) : {},
  });
  if (step)
    return (
      <Modal title={title} onClose={onClose}>
        <p className="soft">{t('owner.confirm')}</p>
        <SecondStep step={step} onProof={(proof) => run(inputOf(form.values), proof)} onExpired={() => setStep(null)} />
      </Modal>
    );
  return (
    <FormDialog title={title} {...buttons} isBusy={isBusy} formRef={form.form} onSubmit={submit} onClose={onClose}>
      <p className="soft">{text}</p>
      {name && <TextInput {...fieldOf(form, 'name')} data-autofocus maxLength={60} label={name.label} description={name.help} />}
      {hasPassword ? (
        <PasswordInput
          {...fieldOf(form, 'password')}
          data-autofocus={name ? undefined : true}
          dir="ltr"
          autoComplete="current-password"
          label={t('owner.password')}
        />
      ) : (
        <p className="small soft">{t('owner.sso')}</p>
      )}
    </FormDialog>
  );
}
