import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/lib/api';
import { failureText, fieldText } from '@/lib/failures';
import { importPicture, uploadPicture } from '@/lib/upload';

interface PictureSource {
  value: string;
  onChange: (image: string) => void;
  onBusy?: ((isBusy: boolean) => void) | undefined;
}

/** Wait until whoever types an address has stopped. */
const PAUSE = 600;

const isElsewhere = (address: string): boolean => /^https?:\/\/[^/\s]+\/\S/i.test(address) && URL.canParse(address);

/** Whether the same picture may work later: the failure is not about the picture. */
const mayWorkLater = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Sends a chosen file, or has the gateway fetch an address, and hands on the address of the upload. Only the last one counts.
 * The form waits for a file (`onBusy`), not for an address: the call that takes the form fetches it too.
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
  const take = async (kind: 'sending' | 'fetching', get: () => Promise<string>) => {
    const mine = begin(kind);
    try {
      const image = await get();
      if (mine === round.current) onChange(image);
    } catch (error) {
      if (mine !== round.current) return;
      const { image } = error instanceof ApiError ? error.fields : {};
      setProblem(image ? fieldText(image) : failureText(error));
      if (mayWorkLater(error)) setAgain(() => () => void take(kind, get));
    }
    if (mine !== round.current) return;
    setBusy(null);
    if (kind === 'sending') onBusy?.(false);
  };
  const latest = useRef(take);
  latest.current = take;
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
    send: (file: File) => void take('sending', () => uploadPicture(file)),
    forget: () => void begin(null),
  };
}
