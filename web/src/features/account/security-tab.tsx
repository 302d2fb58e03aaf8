import { CalendarFeed } from './calendar-feed';
import { ChangePassword } from './change-password';
import { SessionList } from './session-list';

/** The password, where one is signed in, and what else opens something of one's own. */
export function SecurityTab() {
  return (
    <div className="split">
      <SessionList />
      <div className="stack">
        <ChangePassword />
        <CalendarFeed />
      </div>
    </div>
  );
}
