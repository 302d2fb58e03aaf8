import { useEffect } from 'react';
import type { PersonCard } from '#models/contract/people';
import { userUpdated } from '#models/contract/profiles';
import { PersonRow } from '@/components/person-row';
import { onMessage } from '@/lib/live';
import { createEntities } from '@/sync/entities';

const people = createEntities<PersonCard>({});

/** Merges fetched people; returns their ids. */
export const mergePeople = (fetched: readonly PersonCard[]): string[] => people.merge(fetched);

/** Applies new names and pictures to the rows. */
export const usePeopleLive = (): void =>
  useEffect(() => onMessage(userUpdated, ({ user_id, Name, Image }) => people.patch(user_id, { Name, Image })), []);

/** Row of one found person. */
export function FoundPerson({ id }: { id: string }) {
  const person = people.useOne(id);
  return person ? <PersonRow id={id} name={person.Name} image={person.Image} size={44} /> : null;
}
