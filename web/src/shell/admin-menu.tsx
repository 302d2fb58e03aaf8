import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const AdminLinks = lazyOptional(() => import('./admin-links'), { areas: ['moderation'] });

/** Links for platform admins, loaded only for them. */
export function AdminMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return useUser()?.Role === 'admin' ? <AdminLinks onChoose={onChoose} /> : null;
}
