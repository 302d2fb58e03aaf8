import type { Broadcaster } from './broadcaster.js';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { Identities } from './identity.js';
import type { Joins } from './joins.js';
import type { Looking } from './looking.js';
import type { SeenNotifications } from './seen-notifications.js';
import type { Typing } from './typing.js';
import type { Upgrades } from './upgrades.js';

/** Logs an event ('live.stream read failed') with its ids and, as `err`, its cause. */
export type LogFailure = (event: string, facts: object) => void;

/** Services shared by both kinds of sockets. */
export interface LiveServices {
  hub: Hub;
  identities: Identities;
  joins: Joins;
  typing: Typing;
  looking: Looking;
  seenNotifications: SeenNotifications;
  broadcaster: Broadcaster;
  upgrades: Upgrades;
  log: LogFailure;
}

/** Registers a new connection and joins its own room. */
export function admit({ hub, joins, log }: LiveServices, connection: Connection, since: string | null | undefined): void {
  hub.add(connection);
  joins.joinOwnRoom(connection, since).catch((error) => {
    log('live.socket welcome failed', { err: error, userId: connection.user });
    hub.terminate(connection);
  });
}
