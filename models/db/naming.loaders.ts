import type { Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { namedKey, namedLoader } from './consents.js';
import type { Id } from './model.js';
import { isSensitive, type SocietyDoc } from './societies.js';

type NamedSociety = Pick<SocietyDoc, '_id' | 'category'>;

/** A person as one of a society's people: who posts, comments, attends, organizes or is a member. */
interface InSociety {
  society: NamedSociety | undefined;
  user: Id | string;
}

/** Whether the viewer may learn who it is; asked of the pairs that were loaded. */
type MayName = (society: NamedSociety | undefined, user: Id | string) => boolean;

const factsOf = (society: NamedSociety | undefined, user: Id | string, consented: boolean) => ({
  society: String(society?._id),
  user: String(user),
  sensitive: society !== undefined && isSensitive(society),
  consented,
});

/**
 * Loads whether the viewer may be shown these people by name in these societies, as of now. Without a sensitive society in which
 * the viewer is an outsider it reads nothing.
 */
export async function loadNaming({ can }: Pick<Asker, 'can'>, people: readonly InSociety[]): Promise<MayName> {
  const keys = people.flatMap(({ society, user }) =>
    society && !can('person.name', factsOf(society, user, false)) ? [namedKey(society._id, user)] : [],
  );
  if (keys.length === 0) return () => true;
  const consented = await namedLoader.freshMany(keys);
  return (society, user) => can('person.name', factsOf(society, user, society !== undefined && consented.has(namedKey(society._id, user))));
}

/** Somebody of whom only the roles in some societies are loaded, as far as naming depends on a viewer. */
export const viewerInSocieties = (id: string | null, roles: Viewer['roles'], isPlatformAdmin = false): Viewer | null =>
  id === null
    ? null
    : {
        id,
        role: isPlatformAdmin ? 'admin' : 'user',
        suspended: false,
        verified: true,
        roles,
        invited: new Set(),
        banned: new Set(),
        blocked: new Set(),
      };
