import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { confirm } from '@/components/confirm';
import { leave } from './leave';

/**
 * Returns a function that confirms, leaves and opens the list of societies. Admins get the handover dialog instead, which
 * checks whether a successor is needed.
 */
export function useLeaveSociety({ ID, Name, Privacy, Role }: Society): () => Promise<void> {
  const { t } = useTranslation('societies');
  const navigate = useNavigate();
  return async () => {
    if (Role === 'admin') return void (await navigate(`/societies/${ID}/members?handover=leave`));
    let outcome = 'failed' as Awaited<ReturnType<typeof leave>>;
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
    if (outcome === 'left') await navigate('/societies');
    if (outcome === 'only-admin') await navigate(`/societies/${ID}/members?handover=leave`);
  };
}
