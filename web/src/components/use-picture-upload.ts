import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError, fieldErrorsOf } from '@/lib/api';
import { failureText, fieldText } from '@/lib/failures';
import { importPicture, uploadPicture } from '@/lib/upload';

interface PictureSource {
  value: string;
  onChange: (image: string) => void;
  onBusy?: ((isBusy: boolean) => void) | undefined;
}

/** Milliseconds without typing before an address is fetched. */
const PAUSE = 600;

const isElsewhere = (address: string): boolean => /^https?:\/\/[^/\s]+\/\S/i.test(address) && URL.canParse(address);

/** Whether a retry may help: the failure does not concern the picture itself. */
const mayWorkLater = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

interface Upload {
  isFile: boolean;
  get: () => Promise<string>;
}

/**
 * Uploads a chosen file, or lets the gateway fetch an address, and passes on the upload's address. The last request wins.
 * The form waits for a file (`onBusy`), but not for an address: the call that saves the form fetches it too.
 */
export function usePictureUpload({ value, onChange, onBusy }: PictureSource) {
  const { mutate, reset, isPending, variables, error } = useMutation({ mutationFn: ({ get }: Upload) => get() });
  const latest = useRef({ onChange, onBusy });
  latest.current = { onChange, onBusy };
  const request = useCallback((upload: Upload) => mutate(upload, { onSuccess: (image) => latest.current.onChange(image) }), [mutate]);
  const isSending = isPending && variables.isFile;
  useEffect(() => {
    if (!isSending) return;
    latest.current.onBusy?.(true);
    return () => latest.current.onBusy?.(false);
  }, [isSending]);
  useEffect(() => {
    const address = value.trim();
    if (!isElsewhere(address)) return;
    const timer = setTimeout(() => request({ isFile: false, get: () => importPicture(address) }), PAUSE);
    return () => clearTimeout(timer);
  }, [value, request]);
  const { image } = fieldErrorsOf(error);
  return {
    problem: image ? fieldText(image) : failureText(error),
    busy: isPending ? (isSending ? 'sending' : 'fetching') : null,
    again: variables && mayWorkLater(error) ? () => request(variables) : null,
    send: (file: File) => request({ isFile: true, get: () => uploadPicture(file) }),
    forget: reset,
  } as const;
}
