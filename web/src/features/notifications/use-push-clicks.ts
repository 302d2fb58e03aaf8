import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { onPushOpened } from '@/lib/web-push';
import { markAsRead } from './mark-read';

/** Opens the page of a clicked web push in this tab, and marks it as read; used once, in the shell. */
export function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onPushOpened((page, read) => {
        void navigate(page);
        if (read) void markAsRead(read);
      }),
    [navigate],
  );
}
