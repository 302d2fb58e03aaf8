import { getStewards, type Steward, setSteward, stewardChanged } from '#models/contract/door';
import { getAllMembers } from '#models/contract/member-list';
import { api } from '@/lib/api';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';

type PersonEntity = Steward & { key: string };

const people = createEntities<PersonEntity>({ key: 'key', refs: [personRef('ID', { Name: 'Name', Image: 'Image' })] });

const stewardList = defineList({
  key: ['stewards'],
  call: getStewards,
  input: (of: { event_id: string }) => of,
  entities: people,
  toEntities: (data, { event_id }) => data.map((each) => ({ ...each, key: `${event_id}/${each.ID}` })),
  persist: false,
});

const memberList = defineList({
  key: ['steward-candidates'],
  call: getAllMembers,
  input: ({ society_id, q }: { society_id: string; q: string }) => ({ society_id, q, limit: 10 }),
  entities: people,
  toEntities: (data, { society_id }) => data.map(({ ID, Name, Photo }) => ({ ID, Name, Image: Photo, key: `${society_id}/${ID}` })),
  persist: false,
});

/** The stewards of an event, in the order in which they were named. */
export const useStewards = (event_id: string) => stewardList.useItems({ event_id });

/** Members of the event's society by a part of their name. */
export const useMembersByName = (society_id: string, q: string) => memberList.useItems({ society_id, q }, q !== '');

/** Names a steward, or ends that. */
export async function sendSteward(event_id: string, user_id: string, steward: boolean): Promise<void> {
  await api(setSteward, { event_id, user_id, steward });
  await stewardList.refetch({ event_id });
}

registerEffects('stewards', [on(stewardChanged, ({ event_id }) => void stewardList.refetch({ event_id }))]);
