import { type SupportRequest, takeTicket } from '#models/contract/support';
import { ApiError, api } from '@/lib/api';
import { useAction } from '@/sync/mutations';
import { mergeRequest, refetchRequests } from './requests.store';

/** Takes a request or puts it back; refetches the lists if it is no longer open. */
export const useTake = ({ ID }: SupportRequest) =>
  useAction(async (taken: boolean) => mergeRequest((await api(takeTicket, { ticket_id: ID, taken })).data), {
    onError: (error) => error instanceof ApiError && [404, 409].includes(error.status) && refetchRequests(),
  });
