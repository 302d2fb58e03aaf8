import type { Society } from '#models/contract/societies';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';

export const ownSocieties = ['societies', 'own'];

/** The id of the signed-in user. */
export const me = (): string | undefined => useSession.getState().user?.ID;

/** Whether the viewer may remove others' posts in a society, by the data loaded here; the server decides. */
export function mayModerate(societyId: string): boolean {
  if (useSession.getState().user?.Role === 'admin') return true;
  const own = queryClient.getQueryData<Society[]>(ownSocieties)?.find(({ ID }) => ID === societyId);
  return own?.Role === 'admin' || own?.Role === 'moderator';
}
