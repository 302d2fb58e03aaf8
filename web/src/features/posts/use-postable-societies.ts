import { ownSocieties } from '@/sync/societies';
import type { SocietyOption } from './composer-form';

/** Societies that the viewer may post in; undefined until loaded. */
export function usePostableSocieties() {
  const { query, items } = ownSocieties.useItems({});
  const targets = items.filter(({ Can }) => Can.post).map(({ ID, Name }): SocietyOption => ({ id: ID, name: Name }));
  return { query, societies: query.data && targets };
}
