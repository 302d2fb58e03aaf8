import { getMyTickets, getTickets, type SupportRequest, type SupportRequestStatus, supportRequestUpdated } from '#models/contract/support';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

const requests = createEntities<SupportRequest>({});

const ownList = defineList({
  key: ['tickets', 'own'],
  call: getMyTickets,
  input: () => ({}),
  entities: requests,
  hold: 'always',
  persist: false,
});

const inboxList = defineList({
  key: ['tickets', 'all'],
  call: getTickets,
  input: ({ status }: { status: SupportRequestStatus }) => ({ status }),
  entities: requests,
  matches: (request, { status }) => request.Status === status,
  hold: 'always',
  persist: false,
});

/** The viewer's requests, newest first. */
export const useMyRequests = () => ownList.useItems({});

/** All requests of one status, newest first, for platform admins; the page joins the room `support`. */
export const useRequests = (status: SupportRequestStatus) => inboxList.useItems({ status });

/** Refetches the lists after a new request. */
export function refetchRequests(): void {
  void ownList.refetch();
  void inboxList.refetch();
}

/** Merges the request of an answer, and refetches lists and counts. */
export function mergeRequest(request: SupportRequest): void {
  requests.merge([request]);
  refetchRequests();
}

registerEffects('support', [
  // The message lacks the address of writers without an account, so the lists are refetched.
  on(supportRequestUpdated, ({ ticket }) => {
    requests.patch(ticket.ID, ticket);
    refetchRequests();
  }),
]);
