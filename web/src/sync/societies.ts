import { getSocietiesByUser, getSocietyInfo, type Society, societyUpdated } from '#models/contract/societies';
import { on, registerEffects } from './effects';
import { createEntities } from './entities';
import { defineList } from './lists';
import { type EntityRef, type ReferredStore, refBy } from './refs';
import { defineThings } from './things';

interface SocietyName {
  ID: string;
  Name: string;
  Category: string;
  version: number;
}

/** Names and categories of societies that changed since the page was loaded. */
const names = createEntities<SocietyName>({});

/** An entity's reference to a society: the field with the id, and the fields that show its name and category. */
export const societyRef = <T extends object>(
  id: keyof T & string,
  fields: { Name?: keyof T & string; Category?: keyof T & string },
): EntityRef<T> => refBy<T, SocietyName>(names as ReferredStore<SocietyName>, id, fields);

/** Loaded societies. The society's `rev` also orders the viewer's role and rights. */
export const societies = createEntities<Society>({
  name: 'societies',
  orderedBy: {
    rev: ['Member_Count', 'Event_Count', 'Post_Count', 'Week_Growth', 'Role', 'Can'],
    'Request_ID Request_Version': ['Request_Status'],
    clock: ['New_Count'],
  },
  optional: ['New_Count'],
});

/** One society. */
export const oneSociety = defineThings({
  key: (id) => ['societies', 'info', id],
  call: getSocietyInfo,
  input: (society_id) => ({ society_id }),
  entities: societies,
  goneOn: [400, 404],
  access: (society, id) => society === id,
});

/** Erases offline data of societies that the viewer has left or lost. */
function eraseLost(ids: readonly string[]): void {
  const own = ids.flatMap((id) => societies.confirmed(id) ?? []);
  import('./offline-rights').then(({ eraseLostMemberships }) => eraseLostMemberships(own)).catch(() => {});
}

/** The viewer's societies, each with the role and the number of new posts. */
export const ownSocieties = defineList({
  key: ['societies', 'own'],
  call: getSocietiesByUser,
  input: () => ({}),
  entities: societies,
  access: (society) => Boolean(societies.get(society)?.Role),
  onFetched: eraseLost,
});

registerEffects('society-updates', [
  // Applies what all viewers share at once; the viewer's rights come with the refetch.
  on(societyUpdated, (society) => {
    names.merge([society]);
    societies.patch(society.ID, society);
    void oneSociety.refetch(society.ID);
    if (societies.get(society.ID)?.Role) void ownSocieties.refetch();
  }),
]);
