import type { PersonCard } from '#models/contract/people';
import type { PersonFacts, Viewer } from '#models/policies/facts';
import { type Asker, can } from '#models/policies/index';
import { loadFollowed, loadTies, type Ties } from './follows.loaders.js';
import { Loader } from './loader.js';
import { type Id, toId } from './model.js';
import { type ListedPerson, listedPersonLoader, personImage, personName, type UserDoc, Users } from './users.js';

type PolicyFields = Pick<UserDoc, '_id' | 'privacy' | 'deletedAt'>;

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

const accountLoader = new Loader<UserDoc>(async (ids) => {
  const found = await Users.find({ _id: { $in: ids.map(toId) } }).lean();
  return new Map(found.map((user) => [String(user._id), user]));
});

/** A person if the viewer may know of them; else null. `profile.see` decides about the profile's content. */
export async function findPerson(asker: Asker, id: Id): Promise<FoundPerson | null> {
  const [user, ties] = await Promise.all([accountLoader.fresh(String(id)), loadTies(asker.viewer, [id])]);
  if (!user) return null;
  const facts = personFacts(user, ties);
  if (!asker.can('person.see', facts)) return null;
  return { user, facts, isFollowed: ties.followed.has(facts.id), followVersion: ties.versions.get(facts.id) ?? 0 };
}

export interface PersonWithFacts {
  person: ListedPerson;
  facts: PersonFacts;
}

/** Whether a right to see the person depends on follows: only their friends see the profile. */
const isForFriends = ({ privacy }: Pick<UserDoc, 'privacy'>): boolean => privacy.profileVisibility === 'friends';

/**
 * Policy facts of these people, by id. Follows are read only of those whose profile is for friends: nothing else that a list shows
 * depends on them.
 *
 * @param load how the follows are read
 */
export async function factsOf(
  viewer: Pick<Viewer, 'id'> | null,
  people: readonly ListedPerson[],
  load = loadTies,
): Promise<Map<string, PersonFacts>> {
  const friendly = people.filter(isForFriends).map(({ _id }) => _id);
  const ties = await load(viewer, friendly);
  return new Map(people.map((person) => [String(person._id), personFacts(person, ties)]));
}

/** These people with the facts of `factsOf`, by id, for reading; omits unknown ids. */
export async function peopleWithFacts(
  viewer: Pick<Viewer, 'id'> | null,
  ids: readonly Id[],
  load = loadTies,
): Promise<Map<string, PersonWithFacts>> {
  const people = await listedPersonLoader.cachedMany(ids);
  const facts = await factsOf(viewer, [...people.values()], load);
  return new Map([...people].map(([id, person]) => [id, { person, facts: facts.get(id) as PersonFacts }]));
}

/** People whose profile the viewer may see, and with it their societies and events. */
export async function withOpenProfile(viewer: Viewer, ids: readonly Id[]): Promise<Id[]> {
  const people = await peopleWithFacts(viewer, ids);
  return ids.filter((id) => {
    const found = people.get(String(id));
    return found !== undefined && can(viewer, 'profile.see', found.facts);
  });
}

/** People as list entries, in the order given; omits those that the viewer may not see. */
export async function peopleForViewer(asker: Asker, ids: readonly Id[]): Promise<PersonCard[]> {
  if (ids.length === 0) return [];
  const [people, ties] = await Promise.all([listedPersonLoader.cachedMany(ids), loadFollowed(asker.viewer, ids)]);
  return ids.flatMap((each) => {
    const id = String(each);
    const person = people.get(id);
    if (!person || !asker.can('person.see', personFacts(person, ties))) return [];
    const follow = { Is_Following: ties.followed.has(id), Follow_Version: ties.versions.get(id) ?? 0 };
    return [{ ID: id, Name: personName(person), Image: personImage(person), ...follow }];
  });
}
