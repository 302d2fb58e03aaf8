import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import { reopenForMs } from '#models/contract/limits';
import { useAction } from '@/sync/mutations';
import { reopen } from './undoable.store';

/** Whether a decision can still be undone; false once its ten minutes are over. */
function useIsUndoable({ Status, Decided_At }: JoinRequest): boolean {
  const until = Status === 'pending' || !Decided_At ? 0 : Date.parse(Decided_At) + reopenForMs;
  const [isOver, setOver] = useState(until <= Date.now());
  useEffect(() => {
    const left = until - Date.now();
    setOver(left <= 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [until]);
  return !isOver;
}

/** Undoes the decision of a request, for ten minutes. */
export function ReopenButton({ request }: { request: JoinRequest }) {
  const { t } = useTranslation('join-requests');
  const isUndoable = useIsUndoable(request);
  const { run, isBusy } = useAction(() => reopen(request.Request_ID));
  if (!isUndoable) return null;
  return (
    <Button
      data-online
      variant="default"
      aria-disabled={isBusy || undefined}
      leftSection={<IconArrowBackUp className="flip" size={18} aria-hidden="true" />}
      onClick={() => void run()}
    >
      {t('reopen')}
    </Button>
  );
}
