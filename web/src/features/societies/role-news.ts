import type { SocietyRole } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { isRecentOwnAction } from '@/lib/recent-own-actions';
import { toast } from '@/lib/toasts';

const texts = async () => {
  await i18n.loadNamespaces('society');
  return i18n.getFixedT(null, 'society');
};

interface Society {
  ID: string;
  Name: string;
}

/** Says gently that somebody else changed what one is in a society, or showed one out. */
export async function tellRole({ ID, Name: society }: Society, role: SocietyRole | null): Promise<void> {
  if (isRecentOwnAction(ID)) return;
  const t = await texts();
  toast('info', t(role ? `role.${role}` : 'role.out', { society }), { id: `role-${ID}` });
}

/** Says that the society is gone, to who is looking at it. */
export async function tellRemoved({ ID, Name: society }: Society): Promise<void> {
  const isOpen = window.location.pathname.startsWith(`/societies/${ID}`);
  if (!isOpen || isRecentOwnAction(ID)) return;
  const t = await texts();
  toast('info', t('role.removed', { society }), { id: `removed-${ID}` });
}
