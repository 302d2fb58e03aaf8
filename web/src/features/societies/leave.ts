import { leaveSociety } from '#models/contract/members';
import { ApiError, api } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { cancelAndInvalidate } from '@/lib/query';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { toastWhile } from '@/lib/toast-while';
import { keys } from './societies.queries';
import { societies, withRole } from './societies.store';

const isOnlyAdmin = (error: unknown): boolean => error instanceof ApiError && error.code === 'only_admin';

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
    const society = societies.get(societyId);
    if (society) societies.patch(societyId, { ...withRole(society, null), Member_Count: data.Member_Count, rev: data.rev });
    void cancelAndInvalidate(keys.info(societyId));
    void cancelAndInvalidate(keys.own);
    return 'left';
  } catch (error) {
    return isOnlyAdmin(error) ? 'only-admin' : 'failed';
  }
}
