import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { undoEmail } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { api, fieldErrorsOf, hasCode } from '@/lib/api';
import { checkSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './auth-frame.module.css';
import { ToLogin } from './forgot-form';
import { Outcome } from './outcome';
import { useMailedToken } from './use-mailed-token';

type LinkEnd = 'dead' | 'taken';

/** Why a link no longer works; null for other errors. */
function endOf(error: unknown): LinkEnd | null {
  if (hasCode(error, 'email_taken')) return 'taken';
  return fieldErrorsOf(error).undo_token ? 'dead' : null;
}

/** Undoes a change of the address. Needs a press, since mail programs open links by themselves. */
export function UndoEmail() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const token = useMailedToken();
  const [ended, setEnded] = useState<LinkEnd | null>(token ? null : 'dead');
  const undo = async () => {
    const { data } = await api(undoEmail, { undo_token: token });
    // The server has ended every session of the account, including this browser's.
    await checkSession();
    toast('success', t('undo.done', { email: data.Email }));
    await navigate(`/reset-password?token=${data.Reset_Token}`, { replace: true });
  };
  const { run, isBusy } = useAction(undo, {
    failure: (error) => (endOf(error) ? false : undefined),
    onError: (error) => setEnded(endOf(error)),
  });
  if (ended) return <Outcome title={t(`undo.${ended}Title`)} text={t(`undo.${ended}Text`)} to="/support" action={t('undo.support')} />;
  return (
    <div className={css.outcome}>
      <p className="soft">{t('undo.what')}</p>
      <BusyButton size="md" fullWidth busy={isBusy} busyLabel={t('undo.undoing')} onClick={() => void run()}>
        {t('undo.undo')}
      </BusyButton>
      <ToLogin />
    </div>
  );
}
