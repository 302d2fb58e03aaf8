import type { PersonCard } from '#models/contract/people';
import type { PersonFacts, Viewer } from '#models/policies/facts';
import { type Asker, can } from '#models/policies/index';
import { loadTies, type Ties } from './follows.loaders.js';
import type { Id } from './model.js';
import { loadPeople, personImage, personName, type UserDoc, Users } from './users.js';

type PolicyFields = Pick<UserDoc, '_id' | 'privacy' | 'deletedAt'>;
const policyFields = { privacy: 1, deletedAt: 1 } as const;

/** What the policies judge a person by. */
export const personFacts = ({ _id, privacy, deletedAt }: PolicyFields, { followed, followers }: Ties): PersonFacts => {
  const id = String(_id);
  const { profileVisibility, showEmail, showPhone, allowMessages, showSensitive } = privacy;
  const follows = followers.has(id);
  const mutual = follows && followed.has(id);
  return { id, profileVisibility, showEmail, showPhone, allowMessages, showSensitive, follows, mutual, deleted: deletedAt !== null };
};

export interface FoundPerson {
  user: UserDoc;
  facts: PersonFacts;
  /** Whether the viewer follows them. */
  isFollowed: boolean;
}

/** One person, if this viewer may know of them; else null, as if they were not there. What of the profile they show is `profile.see`'s to say. */
export async function findPerson(asker: Asker, id: Id): Promise<FoundPerson | null> {
  const [user, ties] = await Promise.all([Users.findById(id).lean(), loadTies(asker.viewer, [id])]);
  if (!user) return null;
  const facts = personFacts(user, ties);
  return asker.can('person.see', facts) ? { user, facts, isFollowed: ties.followed.has(facts.id) } : null;
}

/** What the policies judge these people by, by id; who is not there has no facts. */
export async function loadPersonFacts(viewer: Pick<Viewer, 'id'> | null, ids: readonly Id[]): Promise<Map<string, PersonFacts>> {
  if (ids.length === 0) return new Map();
  const [users, ties] = await Promise.all([Users.find({ _id: { $in: ids } }, policyFields).lean<PolicyFields[]>(), loadTies(viewer, ids)]);
  return new Map(users.map((user) => [String(user._id), personFacts(user, ties)]));
}

/** Those of these people whose profile the viewer may see: who shows others where they go and what they are in. */
export async function withOpenProfile(viewer: Viewer, ids: readonly Id[]): Promise<Id[]> {
  const facts = await loadPersonFacts(viewer, ids);
  return ids.filter((id) => {
    const person = facts.get(String(id));
    return person !== undefined && can(viewer, 'profile.see', person);
  });
}

/** People as a line of a list, in the order given; whom this viewer may not know of is left out. */
export async function peopleForViewer(asker: Asker, ids: readonly Id[]): Promise<PersonCard[]> {
  if (ids.length === 0) return [];
  const [people, facts, ties] = await Promise.all([loadPeople(ids), loadPersonFacts(asker.viewer, ids), loadTies(asker.viewer, ids)]);
  return ids.flatMap((each) => {
    const id = String(each);
    const [person, policyFacts] = [people.get(id), facts.get(id)];
    if (!policyFacts || !asker.can('person.see', policyFacts)) return [];
    return [{ ID: id, Name: personName(person), Image: personImage(person), Is_Following: ties.followed.has(id) }];
  });
}
