import { useRef, useState } from 'react';
import type { InputOf } from '#models/contract/define';
import { replyToTicket, type Ticket } from '#models/contract/support';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { takeTicket } from './tickets.store';

type Change = Omit<InputOf<typeof replyToTicket>, 'ticket_id'>;

/** Answers a ticket, or sets how it stands; answers whether that was taken. */
export function useReply({ ID }: Ticket) {
  const [busy, setBusy] = useState<'reply' | 'status' | null>(null);
  const unanswered = useRef({ body: '', key: '' });
  const send = async (change: Change): Promise<boolean> => {
    const body = JSON.stringify(change);
    const key = unanswered.current.body === body ? unanswered.current.key : crypto.randomUUID();
    setBusy(change.content ? 'reply' : 'status');
    try {
      takeTicket((await api(replyToTicket, { ticket_id: ID, ...change }, { idempotencyKey: key })).data);
      return true;
    } catch (error) {
      unanswered.current = error instanceof ApiError && error.status > 0 ? { body: '', key: '' } : { body, key };
      reportFailure(error);
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { send, busy };
}
