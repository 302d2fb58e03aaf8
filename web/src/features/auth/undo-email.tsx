import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { undoEmail } from '#models/contract/credentials';
import { BusyButton } from '@/components/busy-button';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { checkSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import css from './auth-frame.module.css';
import { ToLogin } from './forgot-form';
import { Outcome } from './outcome';
import { useMailedToken } from './use-mailed-token';

/** Shown for a link that no longer works, with a link to the support. */
function LinkEnded({ what }: { what: 'dead' | 'taken' }) {
  const { t } = useTranslation('auth');
  return (
    <Outcome title={t(`undo.${what}Title`)}>
      <p className="soft">{t(`undo.${what}Text`)}</p>
      <Button component={Link} to="/support" size="md" fullWidth>
        {t('undo.support')}
      </Button>
    </Outcome>
  );
}

/** Undoes a change of the address. Needs a press, since mail programs open links by themselves. */
export function UndoEmail() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const token = useMailedToken();
  const [ended, setEnded] = useState<'dead' | 'taken' | null>(token ? null : 'dead');
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { data } = await api(undoEmail, { undo_token: token });
      // The server has ended every session of the account, including this browser's.
      await checkSession();
      toast('success', t('undo.done', { email: data.Email }));
      await navigate(`/reset-password?token=${data.Reset_Token}`, { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email_taken') setEnded('taken');
      else if (error instanceof ApiError && error.fields.undo_token) setEnded('dead');
      else reportFailure(error);
      setBusy(false);
    }
  };
  if (ended) return <LinkEnded what={ended} />;
  return (
    <div className={css.outcome}>
      <p className="soft">{t('undo.what')}</p>
      <BusyButton size="md" fullWidth busy={busy} busyLabel={t('undo.undoing')} onClick={() => void undo()}>
        {t('undo.undo')}
      </BusyButton>
      <ToLogin />
    </div>
  );
}
