import { findOwner } from '#gateway/plugins/context';
import { toId } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import { liveSession } from '#models/db/sessions.loaders';
import { type LoadedViewer, loadViewer, type ViewerSettings, withSession } from '#models/db/viewer';
import { hasScope } from '#models/policies/scopes';
import type { Connection, Identity } from './connection.js';

const visitor: Identity = { user: null, session: null };

/** Loads the people behind connections, never cached; loads in the same moment share one query. */
export class Identities {
  readonly #settings: ViewerSettings;

  constructor(settings: ViewerSettings) {
    this.#settings = settings;
  }

  /** Identity of a token, a visitor without one; null for an invalid token. */
  async ofToken(token: string | null | undefined): Promise<Identity | null> {
    if (token === null || token === undefined || token === '') return visitor;
    return findOwner(token);
  }

  /** Connections whose session no longer exists, found with one query. */
  async withEndedSession(connections: readonly Connection[]): Promise<Connection[]> {
    const sessionIds = [...new Set(connections.flatMap(({ session }) => session ?? []))];
    if (sessionIds.length === 0) return [];
    const existing = new Set((await Sessions.find({ _id: { $in: sessionIds } }, { _id: 1 }).lean()).map(({ _id }) => _id));
    return connections.filter(({ session }) => session !== null && !existing.has(session));
  }

  /** The viewer as of now, null for a visitor; 'ended' when the session or the account is gone. */
  async currentViewer(connection: Connection): Promise<LoadedViewer | null | 'ended'> {
    const { user, session } = connection;
    if (user === null) return null;
    const [found, activeSession] = await Promise.all([loadViewer(toId(user), this.#settings), session && liveSession(session)]);
    if (!found || found.suspended || !activeSession) return 'ended';
    const viewer = withSession(found, activeSession);
    connection.ignoresBlocks = hasScope(viewer, 'moderate');
    connection.ignoresExceptions = hasScope(viewer, 'all');
    return viewer;
  }
}
