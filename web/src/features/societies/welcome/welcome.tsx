import { useCallback, useEffect, useState } from 'react';
import type { Society } from '#models/contract/societies';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';
import { isAwaited, setAwaited } from './awaited';

const WelcomeCard = lazyOptional(() => import('./welcome-card'), { areas: ['society'] });

/** Whether the viewer has been let in since they asked: while they look, or since their last visit. Once for each request. */
function useLetIn({ ID, Role, Request_Status }: Society): [isLetIn: boolean, close: () => void] {
  const user = useUser()?.ID;
  const [isLetIn, setLetIn] = useState(false);
  const close = useCallback(() => setLetIn(false), []);
  useEffect(() => {
    if (!user) return;
    if (Role === null) {
      setLetIn(false);
      // The approval may arrive before the role.
      if (Request_Status !== 'approved') setAwaited(user, ID, Request_Status === 'pending');
    } else if (isAwaited(user, ID)) {
      setAwaited(user, ID, false);
      setLetIn(true);
    }
  }, [user, ID, Role, Request_Status]);
  return [isLetIn, close];
}

/** The moment in which somebody is let in to a society: a card over the page, which moves nothing. */
export function Welcome({ society }: { society: Society }) {
  const [isLetIn, close] = useLetIn(society);
  return isLetIn && <WelcomeCard society={society} onClose={close} />;
}
