import { useTranslation } from 'react-i18next';
import { resendVerification } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { api } from '@/lib/api';
import { checkSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';

/** Button that sends the verification mail of the signed-in user again. */
export function ResendVerification() {
  const { t } = useTranslation('auth');
  const { run, isBusy } = useAction(async () => {
    const { data } = await api(resendVerification, {});
    toast(data.Verified ? 'info' : 'success', t(data.Verified ? 'verify.already' : 'verify.sent'), { id: 'verify' });
    if (data.Verified) await checkSession();
  });
  return (
    <BusyButton size="md" fullWidth busy={isBusy} busyLabel={t('verify.sending')} onClick={() => void run()}>
      {t('verify.sendAgain')}
    </BusyButton>
  );
}
