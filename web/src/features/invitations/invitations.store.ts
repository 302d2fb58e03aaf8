import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { getInvitations, type Invitation, invitationNew, invitationRemoved } from '#models/contract/invitations';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { createEntities } from '@/sync/entities';

const invitations = createEntities<Invitation>({ name: 'invitations' });
const key = ['invitations'];

export const refetchInvitations = (): Promise<void> => cancelAndInvalidate(key);

/** Removes an answered, withdrawn or expired invitation for good; a new one has another id. */
export const removeInvitation = (id: string): void => invitations.remove(id);

function onInvitationNew({ invitation }: PayloadOf<typeof invitationNew>): void {
  invitations.merge([invitation]);
  void refetchInvitations();
}

function onInvitationRemoved({ invitation_id }: PayloadOf<typeof invitationRemoved>): void {
  removeInvitation(invitation_id);
  void refetchInvitations();
}

/** Infinite list of the viewer's open invitations, newest first, updated live. */
export function useInvitations() {
  useEffect(() => {
    return combineStops([onMessage(invitationNew, onInvitationNew), onMessage(invitationRemoved, onInvitationRemoved)]);
  }, []);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getInvitations, pageParam ? { cursor: pageParam } : {}, { signal });
      return { ids: invitations.merge(data), next };
    },
    getNextPageParam: ({ next }) => next,
  });
  return { query, items: invitations.useList(query.data?.pages.flatMap(({ ids }) => ids) ?? []) };
}
