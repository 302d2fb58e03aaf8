import { useEffect } from 'react';
import type { PersonCard } from '#models/contract/people';
import { userUpdated } from '#models/contract/profiles';
import { PersonRow } from '@/components/person-row';
import { createEntities } from '@/lib/entities';
import { onMessage } from '@/lib/live';

const people = createEntities<PersonCard>({});

/** Keeps people that were found; answers their ids. */
export const keepPeople = (found: readonly PersonCard[]): string[] => people.merge(found);

/** A new name or picture is on the person's row too. */
export const usePeopleLive = (): void =>
  useEffect(() => onMessage(userUpdated, ({ user_id, Name, Image }) => people.patch(user_id, { Name, Image })), []);

/** One person that was found. */
export function FoundPerson({ id }: { id: string }) {
  const person = people.useOne(id);
  return person ? <PersonRow id={id} name={person.Name} image={person.Image} size={44} /> : null;
}
