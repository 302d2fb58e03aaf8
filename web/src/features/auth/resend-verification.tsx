import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendVerification } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { checkSession } from '@/lib/session';
import { toast } from '@/lib/toasts';

/** Button that sends the verification mail of the signed-in user again. */
export function ResendVerification() {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { data } = await api(resendVerification, {});
      toast(data.Verified ? 'info' : 'success', t(data.Verified ? 'verify.already' : 'verify.sent'), { id: 'verify' });
      if (data.Verified) await checkSession();
    } catch (error) {
      reportFailure(error);
    }
    setBusy(false);
  };
  return (
    <BusyButton size="md" fullWidth busy={busy} busyLabel={t('verify.sending')} onClick={() => void send()}>
      {t('verify.sendAgain')}
    </BusyButton>
  );
}
