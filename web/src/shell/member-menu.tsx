import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const MemberLinks = lazyOptional(() => import('./member-links'));

/** The part of the menu that only members have, loaded only for them. */
export function MemberMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return useUser() ? <MemberLinks onChoose={onChoose} /> : null;
}
