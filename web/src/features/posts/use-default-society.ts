import { remember, remembered } from '@/lib/account-memory';
import { useUser } from '@/lib/session';
import type { SocietyOption } from './composer-form';

/** The society that a new post goes to unless another is chosen: the one last posted in, else the first. `used` remembers one. */
export function useDefaultSociety(societies: readonly SocietyOption[]) {
  const user = useUser()?.ID;
  const last = user && remembered('last-society', user);
  const chosen = societies.find(({ id }) => id === last) ?? societies[0];
  return { id: chosen?.id ?? '', used: (society: string) => user && remember('last-society', user, society) };
}
