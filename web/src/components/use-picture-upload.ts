import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/lib/api';
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

/**
 * Uploads a chosen file, or lets the gateway fetch an address, and passes on the upload's address. The last request wins.
 * The form waits for a file (`onBusy`), but not for an address: the call that saves the form fetches it too.
 */
export function usePictureUpload({ value, onChange, onBusy }: PictureSource) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState<'sending' | 'fetching' | null>(null);
  const [again, setAgain] = useState<(() => void) | null>(null);
  const round = useRef(0);
  const begin = (next: 'sending' | 'fetching' | null) => {
    round.current += 1;
    setProblem('');
    setAgain(null);
    setBusy(next);
    if (busy === 'sending' || next === 'sending') onBusy?.(next === 'sending');
    return round.current;
  };
  const request = async (kind: 'sending' | 'fetching', get: () => Promise<string>) => {
    const mine = begin(kind);
    try {
      const image = await get();
      if (mine === round.current) onChange(image);
    } catch (error) {
      if (mine !== round.current) return;
      const { image } = error instanceof ApiError ? error.fields : {};
      setProblem(image ? fieldText(image) : failureText(error));
      if (mayWorkLater(error)) setAgain(() => () => void request(kind, get));
    }
    if (mine !== round.current) return;
    setBusy(null);
    if (kind === 'sending') onBusy?.(false);
  };
  const latest = useRef(request);
  latest.current = request;
  useEffect(() => {
    const address = value.trim();
    if (!isElsewhere(address)) return;
    const timer = setTimeout(() => void latest.current('fetching', () => importPicture(address)), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return {
    problem,
    busy,
    again,
    send: (file: File) => void request('sending', () => uploadPicture(file)),
    forget: () => void begin(null),
  };
}
