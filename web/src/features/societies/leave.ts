import { leaveSociety } from '#models/contract/members';
import { api, hasCode } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { toastWhile } from '@/lib/toast-while';
import { refetchAccess } from '@/sync/access';
import { applyOwnRole } from './membership';

const isOnlyAdmin = (error: unknown): boolean => hasCode(error, 'only_admin');

/** Leaves a society, with toasts. No toast for the only admin, who cannot leave: the caller opens the handover. */
export async function leave(societyId: string): Promise<'left' | 'only-admin' | 'failed'> {
  await i18n.loadNamespaces('societies');
  const t = i18n.getFixedT(null, 'societies');
  noteOwnAction(societyId);
  try {
    const { data } = await toastWhile({
      id: `leave-${societyId}`,
      loading: t('leave.loading'),
      success: t('leave.done'),
      failure: (error) => (isOnlyAdmin(error) ? null : t('leave.failed')),
      run: () => api(leaveSociety, { society_id: societyId }),
    });
    const { Member_Count, rev } = data;
    applyOwnRole(societyId, { Role: null, Member_Count, rev });
    void refetchAccess();
    return 'left';
  } catch (error) {
    return isOnlyAdmin(error) ? 'only-admin' : 'failed';
  }
}
