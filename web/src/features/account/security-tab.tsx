import { CalendarFeed } from './calendar-feed';
import { ChangePassword } from './change-password';
import { SessionList } from './session-list';

/** Tab for sessions, password and the private calendar link. */
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
