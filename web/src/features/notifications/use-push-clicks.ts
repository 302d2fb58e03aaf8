import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { onPushOpened } from '@/lib/web-push';
import { readOne } from './mark-read';

/** A pressed notification of the browser opens its page here, and is read; stands once, in the shell. */
export function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onPushOpened((page, read) => {
        void navigate(page);
        if (read) void readOne(read);
      }),
    [navigate],
  );
}
