import type { InputOf } from '#models/contract/define';
import { replyToTicket, type SupportRequest } from '#models/contract/support';
import { api } from '@/lib/api';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { mergeRequest } from './requests.store';

/** Sends a reply or a new status of a request. Returns whether it succeeded. */
export function useReply({ ID }: SupportRequest) {
  const once = useIdempotencyKey();
  const { run, busyWith } = useAction(async (change: Omit<InputOf<typeof replyToTicket>, 'ticket_id'>) => {
    const input = { ticket_id: ID, ...change };
    mergeRequest((await once(input, (idempotencyKey) => api(replyToTicket, input, { idempotencyKey }))).data);
  });
  return { send: run, busy: busyWith && (busyWith.content ? 'reply' : 'status') };
}
