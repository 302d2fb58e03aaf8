import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { confirm } from '@/components/confirm';
import { leave } from './leave';

/**
 * Asks, leaves, and leads on to the other societies. An admin is led to the dialog of handing over, which knows whether
 * somebody has to take over first.
 */
export function useLeaving({ ID, Name, Privacy, Role }: Society): () => Promise<void> {
  const { t } = useTranslation('societies');
  const navigate = useNavigate();
  return async () => {
    if (Role === 'admin') return void (await navigate(`/societies/${ID}/members?handover=leave`));
    let outcome: Awaited<ReturnType<typeof leave>> = 'failed';
    const run = async () => {
      outcome = await leave(ID);
    };
    await confirm({
      title: t('leave.title', { society: Name }),
      text: t(Privacy?.visibility === 'invite-only' ? 'leave.textInviteOnly' : 'leave.text'),
      action: t('leave.action'),
      busy: t('leave.busy'),
      run,
    });
    const after = outcome as Awaited<ReturnType<typeof leave>>;
    if (after === 'left') await navigate('/societies');
    if (after === 'only-admin') await navigate(`/societies/${ID}/members?handover=leave`);
  };
}
