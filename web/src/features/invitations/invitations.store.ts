import { getInvitations, type Invitation, invitationNew, invitationRemoved } from '#models/contract/invitations';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

/** The viewer's open invitations, newest first. An answered, withdrawn or expired one is removed for good. */
export const invitationList = defineList({
  key: ['invitations'],
  call: getInvitations,
  input: () => ({}),
  entities: createEntities<Invitation>({ name: 'invitations' }),
  order: (a, b) => b.CreatedAt.localeCompare(a.CreatedAt),
});

export const useInvitations = () => invitationList.useItems({});

registerEffects('invitations', [
  on(invitationNew, ({ invitation }) => invitationList.insert(invitation)),
  on(invitationRemoved, ({ invitation_id }) => invitationList.remove(invitation_id)),
]);
