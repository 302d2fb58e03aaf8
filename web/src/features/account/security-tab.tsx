import { lazyOptional } from '@/lib/lazy-optional';
import { CalendarFeed, type SubscribableSociety } from './calendar-feed';
import { ChangePassword } from './change-password';
import { SessionList } from './session-list';

const SecondFactors = lazyOptional(() => import('./second-factors/second-factors'), { areas: ['second-step'] });

/** Tab for sessions, second factors, password and calendar subscriptions. */
export function SecurityTab({ societies }: { societies: readonly SubscribableSociety[] }) {
  return (
    <div className="split">
      <SessionList />
      <div className="stack">
        <SecondFactors />
        <ChangePassword />
        <CalendarFeed societies={societies} />
      </div>
    </div>
  );
}
