import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmSecondFactor, type ProofInput, startSecondFactorCheck } from '#models/contract/second-step';
import { BusyButton } from '@/components/busy-button';
import SecondStep from '@/components/second-step';
import { api } from '@/lib/api';
import type { SecondStepAsked } from '@/lib/second-step';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from '../account.module.css';

/** For a platform admin whose session is older than the factor: confirms it here, and opens the pages for staff. */
export function ConfirmSession({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation('second-step');
  const [step, setStep] = useState<SecondStepAsked | null>(null);
  const { run, isBusy } = useAction(async () => setStep((await api(startSecondFactorCheck, {})).data));
  const confirm = async (proof: ProofInput) => {
    await api(confirmSecondFactor, proof);
    toast('success', t('staff.confirmed'));
    onConfirmed();
  };
  if (step) return <SecondStep step={step} onProof={confirm} onExpired={() => setStep(null)} />;
  return (
    <div className={css.choice}>
      <p className="small soft">{t('staff.needed')}</p>
      <div>
        <BusyButton busy={isBusy} busyLabel={t('owner.busy')} onClick={() => void run()}>
          {t('staff.confirm')}
        </BusyButton>
      </div>
    </div>
  );
}
