import { answerDemotion, askDemotion, type Demotion, demoteAdmin, demotionChanged, getDemotions } from '#models/contract/demotions';
import { api } from '@/lib/api';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';
import { applyRoleChange, refetchMembers } from './members.store';

const demotions = createEntities<Demotion>({ refs: [personRef('User', { Name: 'User_Name', Image: 'User_Photo' })] });

const list = defineList({
  key: ['demotions'],
  call: getDemotions,
  input: (of: { society_id: string }) => of,
  entities: demotions,
  order: (a, b) => a.CreatedAt.localeCompare(b.CreatedAt) || a.ID.localeCompare(b.ID),
  matches: ({ Society_ID, Status }, { society_id }) => Society_ID === society_id && Status === 'open',
  access: (society, { society_id }) => society === society_id,
  persist: false,
});

/** Open requests about admins of a society, the oldest first. The page joins the room `society:{id}:admins`. */
export const useDemotions = (society_id: string) => list.useItems({ society_id });

/** Refetches the requests, after another admin was first. */
export const refetchDemotions = (): void => void list.refetch();

/** Asks that an admin be demoted. */
export async function ask(society_id: string, user_id: string, reason: string): Promise<void> {
  list.insert((await api(askDemotion, { society_id, user_id, reason })).data, true);
}

/** Agrees to a request, or no longer; the one who asked withdraws it. */
export async function answer({ ID, Society_ID }: Demotion, agree: boolean): Promise<void> {
  const { data } = await api(answerDemotion, { demotion_id: ID, agree });
  demotions.merge([data]);
  if (data.Status === 'done') refetchMembers(Society_ID);
}

/** Demotes an admin at once, as a platform admin. */
export async function demote(society_id: string, user_id: string, reason: string, successor: string | null): Promise<void> {
  applyRoleChange((await api(demoteAdmin, { society_id, user_id, reason, ...(successor && { successor }) })).data);
  refetchMembers(society_id);
}

registerEffects('demotions', [on(demotionChanged, ({ demotion }) => list.insert(demotion))]);
