import { sensitiveCategories } from '#models/contract/societies';
import type { Asker } from '#models/policies/index';
import { Memberships } from './memberships.js';
import { type SocietyDoc, societyFacts } from './societies.js';
import { societiesByIds } from './societies.loaders.js';
import type { UserDoc } from './users.js';
import { decodePlace, encodePlace, type Order, placeOf } from './walk.js';

const order = [['nameFolded', 1, 'string']] as const satisfies Order;
const mostShown = 500;

/**
 * The societies of a person that this viewer may know of, by name. Those of a sensitive category are left out unless the
 * person shows them; to themselves everybody shows all.
 */
export async function shownSocieties(asker: Asker, person: Pick<UserDoc, '_id' | 'privacy'>): Promise<SocietyDoc[]> {
  const own = await Memberships.find({ user: person._id }, { society: 1 }).limit(mostShown).lean();
  const isShown = ({ category }: SocietyDoc): boolean =>
    person.privacy.showSensitive || asker.viewer?.id === String(person._id) || !sensitiveCategories.includes(category);
  const societies = await societiesByIds(own.map(({ society }) => society));
  return societies.filter((society) => isShown(society) && asker.can('society.see', societyFacts(society)));
}

/** One page of them. Whether the profile may be seen at all is for the caller to ask. */
export async function profileSocieties(asker: Asker, person: Pick<UserDoc, '_id' | 'privacy'>, cursor: string | undefined, limit: number) {
  const from = decodePlace(cursor, order)?.place.values[0];
  const rest = (await shownSocieties(asker, person)).filter(({ nameFolded }) => from === undefined || nameFolded > (from as string));
  const societies = rest.slice(0, limit);
  const last = societies.at(-1);
  return { societies, next: rest.length > limit && last ? encodePlace(placeOf(last, order)) : null };
}
