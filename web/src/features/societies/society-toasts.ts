import type { Society, SocietyRole } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { isRecentOwnAction } from '@/lib/recent-own-actions';
import { toast } from '@/lib/toasts';
import { societies } from '@/sync/societies';

const loadTexts = async () => {
  await i18n.loadNamespaces('society');
  return i18n.getFixedT(null, 'society');
};

type Named = Pick<Society, 'ID' | 'Name'>;

const isOnScreen = (societyId: string): boolean => window.location.pathname.startsWith(`/societies/${societyId}`);

/** Shows a toast after another person changed the viewer's role or removed them; none after own actions. */
export async function notifyRoleChanged({ ID, Name: society }: Named, role: SocietyRole | null): Promise<void> {
  if (isRecentOwnAction(ID)) return;
  const t = await loadTexts();
  toast('info', t(role ? `role.${role}` : 'role.out', { society }), { id: `role-${ID}` });
}

/** Shows a toast if the society on the screen was deleted by another person. */
export async function notifyRemoved({ ID, Name: society }: Named): Promise<void> {
  if (!isOnScreen(ID) || isRecentOwnAction(ID)) return;
  const t = await loadTexts();
  toast('info', t('role.removed', { society }), { id: `removed-${ID}` });
}

/**
 * Shows a toast about the decision on the viewer's request: with a link, or with the admins' reason. The society's own page
 * welcomes a new member itself.
 */
export async function notifyDecided(societyId: string, status: 'approved' | 'rejected', reason: string): Promise<void> {
  if (status === 'approved' && isOnScreen(societyId)) return;
  await i18n.loadNamespaces('societies');
  const t = i18n.getFixedT(null, 'societies');
  const society = societies.get(societyId)?.Name;
  const text = society ? t(`join.${status}`, { society }) : t(`join.${status}Short`);
  const isIn = status === 'approved';
  toast(isIn ? 'live' : 'info', reason && !isIn ? t('join.withReason', { text, reason }) : text, {
    id: `${status}-${societyId}`,
    ...(isIn ? { link: { to: `/societies/${societyId}`, label: t('join.open') } } : {}),
  });
}
