import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { fold, grams } from '#models/db/text';
import { Users } from '#models/db/users';

/** Updates the name on a person's memberships, by which member lists are sorted and searched. */
export async function renameMemberships(user: Id): Promise<void> {
  const person = await Users.findById(user, { name: 1 }).lean();
  if (!person) return;
  await Memberships.updateMany({ user }, { $set: { nameFolded: fold(person.name), nameGrams: grams(person.name) } });
}
