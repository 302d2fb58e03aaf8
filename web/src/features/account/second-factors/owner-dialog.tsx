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
import { codeAsSent, type SecondStepAsked, secondStepOf } from '@/lib/second-step';
import { type FormErrors, useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';

/** What the owner entered: without a password for an account that has none. */
export interface OwnerInput {
  password?: string;
  name: string;
  /** Code from the mail, where one was asked for. */
  mailed_code?: string;
}

interface OwnerDialogProps {
  title: string;
  text: string;
  action: string;
  busyLabel: string;
  danger?: boolean;
  hasPassword: boolean;
  /** Asks for the mailed code, too. */
  needsCode?: boolean | undefined;
  /** Asks for a name, too. */
  name?: { label: string; help: string; required: string; before?: string };
  /** Does what the dialog is for. With `proof` once the second step was asked for. */
  run: (input: OwnerInput, proof?: ProofInput) => Promise<unknown>;
  onClose: () => void;
}

const isWrongPassword = (error: unknown): boolean => hasCode(error, 'wrong_password');
const isWrongCode = (error: unknown): boolean => hasCode(error, 'wrong_mailed_code') || hasCode(error, 'mailed_code_needed');

interface Values {
  password: string;
  name: string;
  mailedCode: string;
}

/** Failures that belong under a field. */
function errorsOf(error: unknown): FormErrors<Values> {
  if (isWrongPassword(error)) return { password: failureText(error) };
  if (isWrongCode(error)) return { mailedCode: failureText(error) };
  if (!hasCode(error, 'validation_failed')) return {};
  const { mailed_code, ...fields } = fieldErrorsOf(error);
  return { ...fields, ...(mailed_code ? { mailedCode: mailed_code } : {}) };
}

/** Dialog that asks for the password, and for the second step where the server wants it. */
export function OwnerDialog({ title, text, hasPassword, needsCode = false, name, run, onClose, ...buttons }: OwnerDialogProps) {
  const { t } = useTranslation('second-step');
  const form = useForm<Values>({ password: '', name: name?.before ?? '', mailedCode: '' });
  const [step, setStep] = useState<SecondStepAsked | null>(null);
  const inputOf = (values: Values): OwnerInput => ({
    name: values.name.trim(),
    ...(hasPassword ? { password: values.password } : {}),
    ...(needsCode ? { mailed_code: codeAsSent(values.mailedCode) } : {}),
  });
  const begin = async (values: Values) => {
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
      ...(needsCode && !values.mailedCode.trim() ? { mailedCode: fieldTexts.code_required } : {}),
    }),
    failure: (error) => (isWrongPassword(error) || isWrongCode(error) ? false : undefined),
    errorsOf,
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
      {needsCode && (
        <TextInput
          {...fieldOf(form, 'mailedCode')}
          data-autofocus={name ? undefined : true}
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          label={t('mailed.code')}
          description={t('mailed.codeHelp')}
        />
      )}
      {hasPassword ? (
        <PasswordInput
          {...fieldOf(form, 'password')}
          data-autofocus={name || needsCode ? undefined : true}
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
