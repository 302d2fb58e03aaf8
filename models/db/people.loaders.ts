import type { PersonCard } from '#models/contract/people';
import type { PersonFacts, Viewer } from '#models/policies/facts';
import { type Asker, can } from '#models/policies/index';
import { loadTies, type Ties } from './follows.loaders.js';
import type { Id } from './model.js';
import { loadPeople, personImage, personName, type UserDoc, Users } from './users.js';

type PolicyFields = Pick<UserDoc, '_id' | 'privacy' | 'deletedAt'>;
const policyFields = { privacy: 1, deletedAt: 1 } as const;

/** Policy facts of a person. */
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
  isFollowed: boolean;
  followVersion: number;
}

/** A person if the viewer may know of them; else null. `profile.see` decides about the profile's content. */
export async function findPerson(asker: Asker, id: Id): Promise<FoundPerson | null> {
  const [user, ties] = await Promise.all([Users.findById(id).lean(), loadTies(asker.viewer, [id])]);
  if (!user) return null;
  const facts = personFacts(user, ties);
  if (!asker.can('person.see', facts)) return null;
  return { user, facts, isFollowed: ties.followed.has(facts.id), followVersion: ties.versions.get(facts.id) ?? 0 };
}

/** Policy facts of these people, by id; omits unknown ids. */
export async function loadPersonFacts(viewer: Pick<Viewer, 'id'> | null, ids: readonly Id[]): Promise<Map<string, PersonFacts>> {
  if (ids.length === 0) return new Map();
  const [users, ties] = await Promise.all([Users.find({ _id: { $in: ids } }, policyFields).lean<PolicyFields[]>(), loadTies(viewer, ids)]);
  return new Map(users.map((user) => [String(user._id), personFacts(user, ties)]));
}

/** People whose profile the viewer may see, and with it their societies and events. */
export async function withOpenProfile(viewer: Viewer, ids: readonly Id[]): Promise<Id[]> {
  const facts = await loadPersonFacts(viewer, ids);
  return ids.filter((id) => {
    const person = facts.get(String(id));
    return person !== undefined && can(viewer, 'profile.see', person);
  });
}

/** People as list entries, in the order given; omits those that the viewer may not see. */
export async function peopleForViewer(asker: Asker, ids: readonly Id[]): Promise<PersonCard[]> {
  if (ids.length === 0) return [];
  const [people, facts, ties] = await Promise.all([loadPeople(ids), loadPersonFacts(asker.viewer, ids), loadTies(asker.viewer, ids)]);
  return ids.flatMap((each) => {
    const id = String(each);
    const [person, policyFacts] = [people.get(id), facts.get(id)];
    if (!policyFacts || !asker.can('person.see', policyFacts)) return [];
    const follow = { Is_Following: ties.followed.has(id), Follow_Version: ties.versions.get(id) ?? 0 };
    return [{ ID: id, Name: personName(person), Image: personImage(person), ...follow }];
  });
}
