import { useCallback, useState } from 'react';
import { ApiError } from './api-error';
import { reportFailure } from './failures';

/** A script that did not come: the page stays as it is, and says why nothing opened. */
export const reportMissingScript = (): void => reportFailure(new ApiError(0, 'offline', ''));

/** Whether something is open whose script is loaded on first use: it opens when the script is there. */
export function useLazyOpen(load: () => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => void load().then(() => setOpen(true), reportMissingScript), [load]);
  const close = useCallback(() => setOpen(false), []);
  return { isOpen, open, close };
}
