import type { PersonCard } from '#models/contract/people';
import { PersonRow } from '@/components/person-row';
import { createEntities } from '@/sync/entities';
import { personRef } from '@/sync/people';

export const people = createEntities<PersonCard>({ refs: [personRef<PersonCard>('ID', { Name: 'Name', Image: 'Image' })] });

/** Row of one found person. */
export function FoundPerson({ id }: { id: string }) {
  const person = people.useOne(id);
  return person ? <PersonRow id={id} name={person.Name} image={person.Image} size={44} /> : null;
}
