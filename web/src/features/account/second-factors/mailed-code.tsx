import { useTranslation } from 'react-i18next';
import { mailFactorCode } from '#models/contract/second-factors';
import { BusyButton } from '@/components/busy-button';
import { api } from '@/lib/api';
import { useUser } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from '../account.module.css';

/** For staff without a second factor: mails the code with which they add the first one. */
export function MailedCode() {
  const { t } = useTranslation('second-step');
  const email = useUser()?.Email ?? '';
  const { run, isBusy } = useAction(async () => {
    await api(mailFactorCode, {});
    toast('success', t('mailed.sent'));
  });
  return (
    <div className={css.choice}>
      <p className="small soft">
        {t('mailed.text')} <bdi dir="ltr">{email}</bdi>
      </p>
      <div>
        <BusyButton busy={isBusy} busyLabel={t('mailed.sending')} onClick={() => void run()}>
          {t('mailed.send')}
        </BusyButton>
      </div>
    </div>
  );
}
