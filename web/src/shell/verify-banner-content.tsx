import { IconMailExclamation } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendVerification } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { checkSession } from '@/lib/session';
import css from './shell.module.css';

/** The server sends the mail at most once a minute. */
const PAUSE = 60_000;

function useResend() {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  useEffect(() => {
    if (state !== 'sent') return;
    const timer = setTimeout(() => setState('idle'), PAUSE);
    return () => clearTimeout(timer);
  }, [state]);
  const send = async () => {
    setState('busy');
    try {
      const { data } = await api(resendVerification, {});
      // Verified meanwhile, in another window: nothing was sent.
      if (data.Verified) await checkSession();
      setState('sent');
    } catch (error) {
      reportFailure(error);
      setState('idle');
    }
  };
  return { state, send: () => void send() };
}

/** Text to verify the address, and a button to resend the mail. */
export default function VerifyBannerContent() {
  const { t } = useTranslation('shell');
  const { state, send } = useResend();
  return (
    <div className={css.verify}>
      <IconMailExclamation size={18} stroke={1.75} className={css.bannerIcon} aria-hidden="true" />
      <span role="status">{state === 'sent' ? t('verify.sent') : t('verify.text')}</span>
      {state !== 'sent' && (
        <BusyButton variant="subtle" size="compact-sm" busy={state === 'busy'} busyLabel={t('verify.sending')} onClick={send}>
          {t('verify.again')}
        </BusyButton>
      )}
    </div>
  );
}
