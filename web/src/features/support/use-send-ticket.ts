import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { createTicket } from '#models/contract/support';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { hasNewTicket } from './tickets.store';

/** Sends a question to the support team; answers what the server found wrong with its fields, or null once it is taken. */
export function useSendTicket() {
  const { t } = useTranslation('support');
  const [isBusy, setBusy] = useState(false);
  // The same question sent once more, because no answer came, is the same ticket.
  const unanswered = useRef({ body: '', key: '' });
  const send = async (input: InputOf<typeof createTicket>): Promise<Readonly<Record<string, string>> | null> => {
    const body = JSON.stringify(input);
    const key = unanswered.current.body === body ? unanswered.current.key : crypto.randomUUID();
    setBusy(true);
    try {
      await api(createTicket, input, { idempotencyKey: key });
      hasNewTicket();
      return null;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 0) unanswered.current = { body, key };
      reportFailure(error, status === 429 ? t('form.tooMany') : undefined);
      return error instanceof ApiError ? error.fields : {};
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
