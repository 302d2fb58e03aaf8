import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { makeRecoveryCodes } from '#models/contract/second-factors';
import { confirmSecondFactor, type ProofInput } from '#models/contract/second-step';
import { Modal } from '@/components/modal';
import { api } from '@/lib/api';
import { copyLink } from '@/lib/share';
import { toast } from '@/lib/toasts';
import type { AddingProps } from './adding';
import { OwnerDialog, type OwnerInput } from './owner-dialog';
import css from './second-factors.module.css';

/** Recovery codes, shown once. */
export function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('second-step');
  const copy = async () => {
    const isCopied = await copyLink(codes.join('\n'));
    toast(isCopied ? 'success' : 'error', t(isCopied ? 'codes.copied' : 'codes.notCopied'), { id: 'share' });
  };
  return (
    <Modal title={t('codes.title')} onClose={onClose} closeOnClickOutside={false}>
      <div className={css.codesDialog}>
        <p className="soft">{t('codes.text')}</p>
        <ul className={css.codes} dir="ltr" aria-label={t('codes.list')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={css.buttons}>
          <Button variant="default" leftSection={<IconCopy size={17} stroke={1.75} aria-hidden="true" />} onClick={() => void copy()}>
            {t('codes.copy')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('codes.done')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Dialog that replaces the recovery codes. */
export function NewCodes({ hasPassword, onAdded, onClose }: AddingProps) {
  const { t } = useTranslation('second-step');
  const make = async ({ password }: OwnerInput, proof?: ProofInput) => {
    if (proof) await api(confirmSecondFactor, proof);
    onAdded((await api(makeRecoveryCodes, { password })).data.recovery_codes);
  };
  return (
    <OwnerDialog
      title={t('newCodes.title')}
      text={t('newCodes.text')}
      action={t('newCodes.action')}
      busyLabel={t('newCodes.busy')}
      hasPassword={hasPassword}
      run={make}
      onClose={onClose}
    />
  );
}
