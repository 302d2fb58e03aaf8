import type { Asker } from '#models/policies/index';
import { decodePosition, encodePosition, positionOf, type SortOrder } from './cursor.js';
import { SharedLoader } from './loader.js';
import { Memberships } from './memberships.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import type { FoundPerson } from './people.loaders.js';
import { isSensitive, type SocietyDoc, societyFacts } from './societies.js';
import { societiesByIds } from './societies.loaders.js';

const order = [['nameFolded', 1, 'string']] as const satisfies SortOrder;
const mostShown = 500;

type Shown = Pick<FoundPerson, 'user' | 'facts'>;

/** Societies of a person, shared by all who look at the profile. */
const societiesOf = new SharedLoader<Id[]>(async (user) => {
  const own = await Memberships.find({ user: toId(user) }, { society: 1 })
    .limit(mostShown)
    .lean();
  return own.map(({ society }) => society);
});

/**
 * Societies of a person that the viewer may know of, by name. Omits sensitive ones unless the person shows them and has agreed to be named there; people see all of
 * their own.
 */
export async function shownSocieties(asker: Asker, { user, facts: person }: Shown): Promise<SocietyDoc[]> {
  const societies = await societiesByIds(await societiesOf.cached(String(user._id)));
  const mayName = await loadNaming(
    asker,
    societies.map((society) => ({ society, user: user._id })),
  );
  return societies.filter((society) => {
    const sensitive = isSensitive(society);
    return mayName(society, user._id) && asker.can('profile.society', { person, society: societyFacts(society), sensitive });
  });
}

/** One page of these societies. The caller authorizes the view of the profile. */
export async function profileSocieties(asker: Asker, person: Shown, cursor: string | undefined, limit: number) {
  const from = decodePosition(cursor, order)?.position.values[0];
  const rest = (await shownSocieties(asker, person)).filter(({ nameFolded }) => from === undefined || nameFolded > (from as string));
  const societies = rest.slice(0, limit);
  const last = societies.at(-1);
  return { societies, next: rest.length > limit && last ? encodePosition(positionOf(last, order)) : null };
}
