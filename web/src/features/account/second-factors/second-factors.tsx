import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactor } from '#models/contract/second-factors';
import { AsyncCard } from '@/components/async-card';
import { hasPasskeys } from '@/lib/passkeys';
import { checkSession, useUser } from '@/lib/session';
import css from '../account.module.css';
import { SettingsCard } from '../settings-card';
import { AddApp } from './add-app';
import { AddPasskey } from './add-passkey';
import { ConfirmSession } from './confirm-session';
import { FactorRow, RemoveFactor, RenamePasskey } from './factor-row';
import { type OwnFactors, ownFactors, theseFactors } from './factors.store';
import { MailedCode } from './mailed-code';
import { NewCodes, ShownCodes } from './recovery-codes';

/** The dialog that is open. */
type Open =
  | { is: 'app' | 'passkey' | 'newCodes' }
  | { is: 'remove' | 'rename'; factor: SecondFactor }
  | { is: 'codes'; codes: string[] }
  | null;

const refresh = async (): Promise<void> => {
  await ownFactors.refetch(theseFactors);
  // Staff rights may have come or gone with it.
  await checkSession();
};

interface DialogsProps {
  own: OwnFactors;
  needsCode: boolean;
  open: Open;
  setOpen: (open: Open) => void;
}

function Dialogs({ own, needsCode, open, setOpen }: DialogsProps) {
  const close = () => setOpen(null);
  const onAdded = (codes: string[]) => {
    setOpen(codes.length > 0 ? { is: 'codes', codes } : null);
    void refresh();
  };
  const adding = { hasPassword: own.Has_Password, needsCode, onAdded, onClose: close };
  switch (open?.is) {
    case 'app':
      return <AddApp {...adding} />;
    case 'passkey':
      return <AddPasskey {...adding} />;
    case 'newCodes':
      return <NewCodes {...adding} />;
    case 'codes':
      return <ShownCodes codes={open.codes} onClose={close} />;
    case 'rename':
      return <RenamePasskey factor={open.factor} hasPassword={own.Has_Password} onRenamed={() => onAdded([])} onClose={close} />;
    case 'remove':
      return (
        <RemoveFactor
          factor={open.factor}
          isLast={own.Factors.length === 1}
          hasPassword={own.Has_Password}
          onRemoved={() => onAdded([])}
          onClose={close}
        />
      );
    default:
      return null;
  }
}

function Factors({ own }: { own: OwnFactors }) {
  const { t } = useTranslation('second-step');
  const [open, setOpen] = useState<Open>(null);
  const isHeld = useUser()?.Staff_Held === true;
  const hasApp = own.Factors.some(({ Kind }) => Kind === 'totp');
  const hasAny = own.Factors.length > 0;
  const needsCode = isHeld && !hasAny;
  return (
    <>
      {isHeld && hasAny && <ConfirmSession onConfirmed={() => void refresh()} />}
      {hasAny ? (
        <ul className={css.lines}>
          {own.Factors.map((factor) => (
            <FactorRow
              key={factor.ID}
              factor={factor}
              onRename={() => setOpen({ is: 'rename', factor })}
              onRemove={() => setOpen({ is: 'remove', factor })}
            />
          ))}
        </ul>
      ) : (
        <p className="small soft">{t('card.off')}</p>
      )}
      {needsCode && <MailedCode />}
      {hasAny && <p className="small soft">{t('card.codes', { count: own.Recovery_Codes })}</p>}
      <div className={css.row}>
        <Button data-online variant="light" onClick={() => setOpen({ is: 'app' })}>
          {t(hasApp ? 'card.replaceApp' : 'card.addApp')}
        </Button>
        {hasPasskeys() && (
          <Button data-online variant="light" onClick={() => setOpen({ is: 'passkey' })}>
            {t('card.addPasskey')}
          </Button>
        )}
        {hasAny && (
          <Button data-online variant="default" onClick={() => setOpen({ is: 'newCodes' })}>
            {t('card.newCodes')}
          </Button>
        )}
      </div>
      <Dialogs own={own} needsCode={needsCode} open={open} setOpen={setOpen} />
    </>
  );
}

/** Card for the second step of one's login. */
export default function SecondFactors() {
  const { t } = useTranslation('second-step');
  const { query, thing } = ownFactors.useThing(theseFactors);
  return (
    <SettingsCard title={t('card.title')} lead={t('card.lead')}>
      <AsyncCard query={query} data={thing} skeleton={null}>
        {(own) => <Factors own={own} />}
      </AsyncCard>
    </SettingsCard>
  );
}
