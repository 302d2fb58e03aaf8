import type { SocietyRole } from '#models/contract/societies';
import { Memberships } from './memberships.js';
import type { Id } from './model.js';
import { Users } from './users.js';

export interface ExportedMember {
  name: string;
  email: string;
  role: SocietyRole;
  joinedAt: Date;
}

const batch = 1000;

/** Every member with e-mail address, by name: for the society's admins only. */
export async function exportedMembers(society: Id): Promise<ExportedMember[]> {
  const found = await Memberships.find({ society }, { user: 1, role: 1, joinedAt: 1, nameFolded: 1 }).sort({ nameFolded: 1 }).lean();
  const members: ExportedMember[] = [];
  for (let at = 0; at < found.length; at += batch) {
    const part = found.slice(at, at + batch);
    const wanted = { _id: { $in: part.map(({ user }) => user) }, deletedAt: null };
    const people = await Users.find(wanted, { name: 1, email: 1 }).lean<{ _id: Id; name: string; email: string }[]>();
    const byId = new Map(people.map((person) => [String(person._id), person]));
    for (const { user, role, joinedAt } of part) {
      const person = byId.get(String(user));
      if (person) members.push({ name: person.name, email: person.email, role, joinedAt });
    }
  }
  return members;
}
