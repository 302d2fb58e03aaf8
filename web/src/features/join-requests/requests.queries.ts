import { fold } from '#models/contract/fold';
import { getJoinRequests } from '#models/contract/join-request-queue';
import type { JoinRequest } from '#models/contract/join-requests';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';

export type Status = JoinRequest['Status'];
export type RequestStatusFilter = 'all' | Status;

/** A join request, with the society that it is for. */
export type RequestEntity = JoinRequest & { society: string };

/** Loaded join requests. */
export const requests = createEntities<RequestEntity>({
  key: 'Request_ID',
  refs: [personRef('User', { Name: 'User_Name', Image: 'User_Photo' })],
});

/** Compares newest first, like the server. */
export const byAge = (a: JoinRequest, b: JoinRequest): number =>
  b.CreatedAt.localeCompare(a.CreatedAt) || b.Request_ID.localeCompare(a.Request_ID);

/** Whether a request has these words in the name, address or answer, compared as on the server. */
export const hasWords = ({ User_Name, User_Email, Answer }: JoinRequest, q: string): boolean =>
  q === '' || fold(`${User_Name}\n${User_Email}\n${Answer}`).includes(fold(q));

export const requestList = defineList({
  key: ['join-requests'],
  call: getJoinRequests,
  input: ({ society, status, q }: { society: string; status: RequestStatusFilter; q?: string }) => ({
    society_id: society,
    limit: 20,
    ...(status !== 'all' && { status }),
    ...(q && { q }),
  }),
  entities: requests,
  toEntities: (data, { society }) => data.map((request) => ({ ...request, society })),
  order: byAge,
  matches: (request, { society, status, q = '' }) =>
    request.society === society && (status === 'all' || request.Status === status) && hasWords(request, q),
  hold: 'scrolled',
  persist: false,
});

/** A society's requests of one status, with these words, newest first. */
export const useRequestList = (society: string, status: RequestStatusFilter, q = '') =>
  requestList.useItems({ society, status, ...(q && { q }) });
