import { Suspense } from 'react';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const AdminLinks = lazyOptional(() => import('./admin-links'));

/** What only platform admins have, and only they load. */
export function AdminMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return <Suspense>{useUser()?.Role === 'admin' && <AdminLinks onChoose={onChoose} />}</Suspense>;
}
