import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { createTicket } from '#models/contract/support';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { refetchRequests } from './requests.store';

/** Creates a request. Returns the field errors of the server, or null after success. */
export function useSendRequest() {
  const { t } = useTranslation('support');
  const [isBusy, setBusy] = useState(false);
  // Repeats an unanswered request with the same idempotency key, so that it creates one request.
  const lastAttempt = useRef({ body: '', key: '' });
  const send = async (input: InputOf<typeof createTicket>): Promise<Readonly<Record<string, string>> | null> => {
    const body = JSON.stringify(input);
    const key = lastAttempt.current.body === body ? lastAttempt.current.key : crypto.randomUUID();
    setBusy(true);
    try {
      await api(createTicket, input, { idempotencyKey: key });
      refetchRequests();
      return null;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 0) lastAttempt.current = { body, key };
      reportFailure(error, status === 429 ? t('form.tooMany') : undefined);
      return error instanceof ApiError ? error.fields : {};
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
