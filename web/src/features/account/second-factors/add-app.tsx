import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/field-texts';
import { addTotp, startTotp } from '#models/contract/second-factors';
import { confirmSecondFactor, type ProofInput } from '#models/contract/second-step';
import { TextInput } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import QrCode from '@/components/qr-code';
import { api, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { fieldOf } from '@/lib/form-fields';
import { codeAsSent } from '@/lib/second-step';
import { toast } from '@/lib/toasts';
import { useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import account from '../account.module.css';
import type { AddingProps } from './adding';
import { OwnerDialog, type OwnerInput } from './owner-dialog';
import css from './second-factors.module.css';

type Begun = DataOf<typeof startTotp>;

const isWrong = (error: unknown): boolean => hasCode(error, 'wrong_factor');

/** Shows the new secret, and asks for its first code. */
function ConfirmApp({ begun, onAdded, onClose }: AddingProps & { begun: Begun }) {
  const { t } = useTranslation('second-step');
  const form = useForm({ code: '' });
  const add = async ({ code }: { code: string }) => {
    const { data } = await api(addTotp, { challenge: begun.challenge, code: codeAsSent(code) });
    toast('success', t('addApp.done'));
    onAdded(data.recovery_codes);
  };
  const { submit, isBusy } = useFormAction(form, add, {
    validate: ({ code }) => (code.trim() ? {} : { code: fieldTexts.code_required }),
    failure: (error) => (isWrong(error) ? false : undefined),
    errorsOf: (error) => (isWrong(error) ? { code: failureText(error) } : {}),
  });
  return (
    <FormDialog
      title={t('addApp.title')}
      action={t('addApp.add')}
      busyLabel={t('addApp.adding')}
      isBusy={isBusy}
      formRef={form.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{t('addApp.scan')}</p>
      <QrCode text={begun.uri} label={t('addApp.image')} className={css.qr} />
      <div>
        <p className="small dim">{t('addApp.key')}</p>
        <p className={account.key}>{begun.secret}</p>
      </div>
      <TextInput
        {...fieldOf(form, 'code')}
        data-autofocus
        dir="ltr"
        autoComplete="one-time-code"
        inputMode="numeric"
        label={t('code')}
        description={t('codeHelp')}
      />
    </FormDialog>
  );
}

/** Dialogs that add an authenticator app: the password, then the secret and its first code. */
export function AddApp({ hasPassword, needsCode, onAdded, onClose }: AddingProps) {
  const { t } = useTranslation('second-step');
  const [begun, setBegun] = useState<Begun | null>(null);
  const begin = async ({ password, mailed_code }: OwnerInput, proof?: ProofInput) => {
    if (proof) await api(confirmSecondFactor, proof);
    setBegun((await api(startTotp, { password, mailed_code })).data);
  };
  if (begun) return <ConfirmApp begun={begun} hasPassword={hasPassword} onAdded={onAdded} onClose={onClose} />;
  return (
    <OwnerDialog
      title={t('addApp.title')}
      text={t('addApp.text')}
      action={t('owner.next')}
      busyLabel={t('owner.busy')}
      hasPassword={hasPassword}
      needsCode={needsCode}
      run={begin}
      onClose={onClose}
    />
  );
}
