import { getInvitations, type Invitation, invitationNew, invitationRemoved } from '#models/contract/invitations';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

const invitationList = defineList({
  key: ['invitations'],
  call: getInvitations,
  input: () => ({}),
  entities: createEntities<Invitation>({ name: 'invitations' }),
  order: (a, b) => b.CreatedAt.localeCompare(a.CreatedAt),
});

/** The viewer's open invitations, newest first. */
export const useInvitations = () => invitationList.useItems({});

export const refetchInvitations = (): Promise<void> => invitationList.refetch();

/** Removes an answered, withdrawn or expired invitation for good; a new one has another id. */
export const removeInvitation = (id: string): void => invitationList.remove(id);

registerEffects('invitations', [
  on(invitationNew, ({ invitation }) => invitationList.insert(invitation)),
  on(invitationRemoved, ({ invitation_id }) => removeInvitation(invitation_id)),
]);
