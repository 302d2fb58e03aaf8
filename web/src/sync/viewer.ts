import { userHasScope } from '@/lib/scopes';
import { useSession } from '@/lib/session';
import { societies } from './societies';

/** The id of the signed-in user. */
export const me = (): string | undefined => useSession.getState().user?.ID;

/** Whether the viewer may remove others' posts in a society, by the data loaded here; the server decides. */
export function mayModerate(societyId: string): boolean {
  if (userHasScope(useSession.getState().user, 'moderate')) return true;
  const role = societies.get(societyId)?.Role;
  return role === 'admin' || role === 'moderator';
}
