import { useRef, useState } from 'react';
import type { InputOf } from '#models/contract/define';
import { replyToTicket, type SupportRequest } from '#models/contract/support';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { mergeRequest } from './requests.store';

type ReplyInput = Omit<InputOf<typeof replyToTicket>, 'ticket_id'>;

/** Sends a reply or a new status of a request. Returns whether it succeeded. */
export function useReply({ ID }: SupportRequest) {
  const [busy, setBusy] = useState<'reply' | 'status' | null>(null);
  const lastAttempt = useRef({ body: '', key: '' });
  const send = async (change: ReplyInput): Promise<boolean> => {
    const body = JSON.stringify(change);
    const key = lastAttempt.current.body === body ? lastAttempt.current.key : crypto.randomUUID();
    setBusy(change.content ? 'reply' : 'status');
    try {
      mergeRequest((await api(replyToTicket, { ticket_id: ID, ...change }, { idempotencyKey: key })).data);
      return true;
    } catch (error) {
      lastAttempt.current = error instanceof ApiError && error.status > 0 ? { body: '', key: '' } : { body, key };
      reportFailure(error);
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { send, busy };
}
