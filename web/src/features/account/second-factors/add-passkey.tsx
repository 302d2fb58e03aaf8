import { useTranslation } from 'react-i18next';
import { addPasskey, startPasskey } from '#models/contract/second-factors';
import { confirmSecondFactor, type ProofInput } from '#models/contract/second-step';
import { ApiError, api } from '@/lib/api';
import { createPasskey } from '@/lib/passkeys';
import { toast } from '@/lib/toasts';
import type { AddingProps } from './adding';
import { OwnerDialog, type OwnerInput } from './owner-dialog';

/** Dialog that adds a passkey: its name and the password, then the browser asks the device. */
export function AddPasskey({ hasPassword, needsCode, onAdded, onClose }: AddingProps) {
  const { t } = useTranslation('second-step');
  const create = async (options: Record<string, unknown>) => {
    try {
      return await createPasskey(options);
    } catch {
      // The browser's own error says that the person did not confirm, or that the passkey is there already.
      throw new ApiError(0, 'unexpected', t('passkeyFailed'));
    }
  };
  const add = async ({ name, ...owner }: OwnerInput, proof?: ProofInput) => {
    if (proof) await api(confirmSecondFactor, proof);
    const { data: begun } = await api(startPasskey, owner);
    const attestation = await create(begun.options);
    const { data } = await api(addPasskey, { challenge: begun.challenge, name, attestation });
    toast('success', t('addPasskey.done'));
    onAdded(data.recovery_codes);
  };
  return (
    <OwnerDialog
      title={t('addPasskey.title')}
      text={t('addPasskey.text')}
      action={t('addPasskey.add')}
      busyLabel={t('addPasskey.adding')}
      hasPassword={hasPassword}
      needsCode={needsCode}
      name={{ label: t('addPasskey.name'), help: t('addPasskey.nameHelp'), required: t('addPasskey.nameRequired') }}
      run={add}
      onClose={onClose}
    />
  );
}
