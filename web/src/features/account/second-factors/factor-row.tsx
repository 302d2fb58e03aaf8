import { Button } from '@mantine/core';
import { IconDeviceMobileCode, IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { removeSecondFactor, renamePasskey, type SecondFactor } from '#models/contract/second-factors';
import { confirmSecondFactor, type ProofInput } from '#models/contract/second-step';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import css from '../account.module.css';
import { OwnerDialog, type OwnerInput } from './owner-dialog';

/** Name of a factor: that of a passkey, or what it is. */
function useFactorName(): (factor: SecondFactor) => string {
  const { t } = useTranslation('second-step');
  return ({ Kind, Name }) => (Kind === 'passkey' ? Name : t('card.app'));
}

interface FactorRowProps {
  factor: SecondFactor;
  onRename: () => void;
  onRemove: () => void;
}

/** A second factor: its age and use, and buttons to remove it and to give a passkey another name. */
export function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { t } = useTranslation('second-step');
  const name = useFactorName()(factor);
  const Icon = factor.Kind === 'passkey' ? IconFingerprint : IconDeviceMobileCode;
  return (
    <li className={`${css.line} ${css.factor}`}>
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <span className={css.device}>
          <bdi>{name}</bdi>
        </span>
        <span className="small dim">
          {t('card.added')} <TimeAgo time={factor.CreatedAt} /> ·{' '}
          {factor.Used_At ? (
            <>
              {t('card.used')} <TimeAgo time={factor.Used_At} />
            </>
          ) : (
            t('card.unused')
          )}
        </span>
      </span>
      <span className={css.row}>
        {factor.Kind === 'passkey' && (
          <Button data-online variant="default" mih={44} aria-label={t('card.renameOne', { name })} onClick={onRename}>
            {t('card.rename')}
          </Button>
        )}
        <Button data-online variant="default" mih={44} aria-label={t('card.removeOne', { name })} onClick={onRemove}>
          {t('card.remove')}
        </Button>
      </span>
    </li>
  );
}

interface RenamePasskeyProps {
  factor: SecondFactor;
  hasPassword: boolean;
  onRenamed: () => void;
  onClose: () => void;
}

/** Dialog that gives a passkey another name. */
export function RenamePasskey({ factor, hasPassword, onRenamed, onClose }: RenamePasskeyProps) {
  const { t } = useTranslation('second-step');
  const rename = async ({ password, name }: OwnerInput, proof?: ProofInput) => {
    if (proof) await api(confirmSecondFactor, proof);
    await api(renamePasskey, { factor_id: factor.ID, name, password });
    toast('success', t('rename.done'));
    onRenamed();
  };
  const texts = { label: t('addPasskey.name'), help: t('addPasskey.nameHelp'), required: t('addPasskey.nameRequired') };
  return (
    <OwnerDialog
      title={t('rename.title')}
      text={t('rename.text')}
      action={t('rename.action')}
      busyLabel={t('rename.busy')}
      hasPassword={hasPassword}
      name={{ ...texts, before: factor.Name }}
      run={rename}
      onClose={onClose}
    />
  );
}

interface RemoveFactorProps {
  factor: SecondFactor;
  isLast: boolean;
  hasPassword: boolean;
  onRemoved: () => void;
  onClose: () => void;
}

/** Dialog that removes a factor. The last one takes a proof of its own; others, a session that has proved one. */
export function RemoveFactor({ factor, isLast, hasPassword, onRemoved, onClose }: RemoveFactorProps) {
  const { t } = useTranslation('second-step');
  const name = useFactorName()(factor);
  const remove = async ({ password }: OwnerInput, proof?: ProofInput) => {
    if (proof && !isLast) await api(confirmSecondFactor, proof);
    await api(removeSecondFactor, { factor_id: factor.ID, password, ...(proof && isLast ? { proof } : {}) });
    toast('success', t('remove.done', { name }));
    onRemoved();
  };
  return (
    <OwnerDialog
      danger
      title={t('remove.title', { name })}
      text={t(isLast ? 'remove.last' : 'remove.text')}
      action={t('remove.action')}
      busyLabel={t('remove.busy')}
      hasPassword={hasPassword}
      run={remove}
      onClose={onClose}
    />
  );
}
