import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { getInvitations, type Invitation, invitationNew, invitationRemoved } from '#models/contract/invitations';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { onMessage } from '@/lib/live';
import { askAnew } from '@/lib/query';

const invitations = createEntities<Invitation>({});
const key = ['invitations'];

function onNew({ invitation }: PayloadOf<typeof invitationNew>): void {
  invitations.merge([invitation]);
  void askAnew(key);
}

/** Answered, taken back or run out: another one is another invitation, so this one does not come back. */
function onRemoved({ invitation_id }: PayloadOf<typeof invitationRemoved>): void {
  invitations.remove(invitation_id);
  void askAnew(key);
}

/** The reader's open invitations, newest first, as they come and go. */
export function useInvitations() {
  useEffect(() => {
    const ends = [onMessage(invitationNew, onNew), onMessage(invitationRemoved, onRemoved)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => invitations.merge((await api(getInvitations, {}, { signal })).data),
    meta: { failure: false },
  });
  return { query, items: invitations.useList(query.data ?? []) };
}
