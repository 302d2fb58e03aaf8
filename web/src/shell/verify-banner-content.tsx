import { IconMailExclamation } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendVerification } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { api } from '@/lib/api';
import { checkSession } from '@/lib/session';
import { useAction } from '@/sync/mutations';
import css from './shell.module.css';

/** The server sends the mail at most once a minute. */
const PAUSE = 60_000;

function useResend() {
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => setSent(false), PAUSE);
    return () => clearTimeout(timer);
  }, [isSent]);
  const { run, isBusy } = useAction(async () => {
    const { data } = await api(resendVerification, {});
    // Verified meanwhile, in another window: nothing was sent.
    if (data.Verified) await checkSession();
    setSent(true);
  });
  return { isSent, isBusy, send: () => void run() };
}

/** Text to verify the address, and a button to resend the mail. */
export default function VerifyBannerContent() {
  const { t } = useTranslation('shell');
  const { isSent, isBusy, send } = useResend();
  return (
    <div className={css.verify}>
      <IconMailExclamation size={18} stroke={1.75} className={css.bannerIcon} aria-hidden="true" />
      <span role="status">{isSent ? t('verify.sent') : t('verify.text')}</span>
      {!isSent && (
        <BusyButton variant="subtle" size="compact-sm" busy={isBusy} busyLabel={t('verify.sending')} onClick={send}>
          {t('verify.again')}
        </BusyButton>
      )}
    </div>
  );
}
