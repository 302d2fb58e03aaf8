import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { Identities } from './identity.js';
import type { Joins } from './joins.js';
import type { Seen } from './seen.js';
import type { Sender } from './sending.js';
import type { Typing } from './typing.js';
import type { Upgrades } from './upgrades.js';

/** Logs an event ('live.stream read failed') with its ids and, as `err`, its cause. */
export type Log = (event: string, facts: object) => void;

/** What both kinds of sockets share. */
export interface LiveParts {
  hub: Hub;
  identities: Identities;
  joins: Joins;
  typing: Typing;
  seen: Seen;
  sender: Sender;
  upgrades: Upgrades;
  log: Log;
}

/** Takes a new connection in. */
export function admit({ hub, joins, log }: LiveParts, connection: Connection, since: string | null | undefined): void {
  hub.add(connection);
  joins.welcome(connection, since).catch((error) => {
    log('live.socket welcome failed', { err: error, userId: connection.user });
    hub.cut(connection);
  });
}
