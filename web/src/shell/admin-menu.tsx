import { lazy, Suspense } from 'react';
import { useUser } from '@/lib/session';

const AdminLinks = lazy(() => import('./admin-links'));

/** What only platform admins have, and only they load. */
export function AdminMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return <Suspense>{useUser()?.Role === 'admin' && <AdminLinks onChoose={onChoose} />}</Suspense>;
}
