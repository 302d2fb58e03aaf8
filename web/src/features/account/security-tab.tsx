import { CalendarFeed, type SubscribableSociety } from './calendar-feed';
import { ChangePassword } from './change-password';
import { SessionList } from './session-list';

/** Tab for sessions, password and calendar subscriptions. */
export function SecurityTab({ societies }: { societies: readonly SubscribableSociety[] }) {
  return (
    <div className="split">
      <SessionList />
      <div className="stack">
        <ChangePassword />
        <CalendarFeed societies={societies} />
      </div>
    </div>
  );
}
