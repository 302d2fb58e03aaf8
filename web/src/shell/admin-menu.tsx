import { Suspense } from 'react';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const AdminLinks = lazyOptional(() => import('./admin-links'));

/** Links for platform admins, loaded only for them. */
export function AdminMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return <Suspense>{useUser()?.Role === 'admin' && <AdminLinks onChoose={onChoose} />}</Suspense>;
}
