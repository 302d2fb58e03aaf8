import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { getInvitations, type Invitation, invitationNew, invitationRemoved } from '#models/contract/invitations';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const invitations = createEntities<Invitation>({ name: 'invitations' });
const key = ['invitations'];

export const askInvitationsAnew = (): Promise<void> => cancelAndInvalidate(key);

/** Answered, taken back or run out: another one is another invitation, so this one does not come back. */
export const forgetInvitation = (id: string): void => invitations.remove(id);

function onNew({ invitation }: PayloadOf<typeof invitationNew>): void {
  invitations.merge([invitation]);
  void askInvitationsAnew();
}

function onRemoved({ invitation_id }: PayloadOf<typeof invitationRemoved>): void {
  forgetInvitation(invitation_id);
  void askInvitationsAnew();
}

/** The reader's open invitations, newest first, as they come and go. */
export function useInvitations() {
  useEffect(() => {
    return combineStops([onMessage(invitationNew, onNew), onMessage(invitationRemoved, onRemoved)]);
  }, []);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getInvitations, pageParam ? { cursor: pageParam } : {}, { signal });
      return { ids: invitations.merge(data), next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false },
  });
  return { query, items: invitations.useList(query.data?.pages.flatMap(({ ids }) => ids) ?? []) };
}
