import type { PayloadOf } from '#models/contract/define';
import { userUpdated } from '#models/contract/person-changes';
import { useSession } from '@/lib/session';
import { on, registerEffects } from './effects';
import { createEntities } from './entities';
import { type EntityRef, type ReferredStore, refBy, refsIn } from './refs';

interface Person {
  ID: string;
  Name: string;
  Image: string;
  version: number;
}

/** Names and pictures of people that changed since the page was loaded. */
const people = createEntities<Person>({});

type PersonFields<T> = { Name?: keyof T & string; Image?: keyof T & string };

/** An entity's reference to a person: the field with the id, and the fields that show the name and the picture. */
export const personRef = <T extends object>(id: keyof T & string, fields: PersonFields<T>): EntityRef<T> =>
  refBy<T, Person>(people as ReferredStore<Person>, id, fields);

/** References to people in a list inside an entity. */
export const peopleIn = <T extends object, I extends { ID: string }>(list: keyof T & string, fields: PersonFields<I>): EntityRef<T> =>
  refsIn<T, Person, I>(people as ReferredStore<Person>, list, fields);

const listeners = new Set<(person: Person) => void>();

/** Calls `apply` after a person has changed, with the newest name and picture. */
export const onPersonChange = (apply: (person: Person) => void): void => void listeners.add(apply);

/** The one handler of changed people: what refers to them follows by its `refs`, the rest by `onPersonChange`. */
function onUpdated({ user_id: ID, ...fields }: PayloadOf<typeof userUpdated>): void {
  people.merge([{ ID, ...fields }]);
  const person = people.get(ID);
  if (!person) return;
  const { Name, Image } = person;
  useSession.setState(({ user }) => (user?.ID === ID ? { user: { ...user, Name, Image } } : {}));
  for (const apply of listeners) apply(person);
}

registerEffects('people', [on(userUpdated, onUpdated)]);
