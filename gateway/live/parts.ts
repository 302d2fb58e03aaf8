import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { Identities } from './identity.js';
import type { Joins } from './joins.js';
import type { Seen } from './seen.js';
import type { Sender } from './sending.js';
import type { Typing } from './typing.js';
import type { Upgrades } from './upgrades.js';

export type Log = (line: string, error?: unknown) => void;

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
    log('A socket could not be welcomed.', error);
    hub.cut(connection);
  });
}
