import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { onPushOpened } from '@/lib/web-push';
import { markAsRead } from './mark-read';

/** Opens the page of a clicked web push in this tab, and marks it as read; mounted once, in the shell. Renders nothing. */
export default function PushClicks() {
  const navigate = useNavigate();
  useEffect(
    () =>
      onPushOpened((page, read) => {
        void navigate(page);
        if (read) void markAsRead(read);
      }),
    [navigate],
  );
  return null;
}
