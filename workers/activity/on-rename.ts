import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { fold, grams } from '#models/db/text';
import { Users } from '#models/db/users';

/** Brings a person's memberships up to their present name: lists of members are ordered and searched by it. */
export async function renameMemberships(user: Id): Promise<void> {
  const person = await Users.findById(user, { name: 1 }).lean();
  if (!person) return;
  await Memberships.updateMany({ user }, { $set: { nameFolded: fold(person.name), nameGrams: grams(person.name) } });
}
