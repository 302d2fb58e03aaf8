import { useCallback, useState } from 'react';
import { ApiError } from './api-error';
import { reportFailure } from './failures';

/** Shows that a script could not be loaded, so nothing opened. */
export const reportMissingScript = (): void => reportFailure(new ApiError(0, 'offline', ''));

/** Open state of a dialog or menu whose script is loaded on first use; it opens once the script is loaded. */
export function useLazyOpen(load: () => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => void load().then(() => setOpen(true), reportMissingScript), [load]);
  const close = useCallback(() => setOpen(false), []);
  return { isOpen, open, close };
}
