import { findOwner } from '#gateway/plugins/context';
import { toId } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import { liveSession } from '#models/db/sessions.loaders';
import { type LoadedViewer, loadViewer } from '#models/db/viewer';
import type { Connection, Identity } from './connection.js';

const visitor: Identity = { user: null, session: null };

/** Who connections are: always read as of now; judgements in the same moment share one reading. */
export class Identities {
  readonly #emailVerification: boolean;

  constructor(emailVerification: boolean) {
    this.#emailVerification = emailVerification;
  }

  /** Who a token belongs to, a visitor without one; null for a bad one. */
  async ofToken(token: string | null | undefined): Promise<Identity | null> {
    if (token === null || token === undefined || token === '') return visitor;
    return findOwner(token);
  }

  /** Those of the connections whose session is no more, by one query. */
  async withEndedSession(connections: readonly Connection[]): Promise<Connection[]> {
    const sessionIds = [...new Set(connections.flatMap(({ session }) => session ?? []))];
    if (sessionIds.length === 0) return [];
    const existing = new Set((await Sessions.find({ _id: { $in: sessionIds } }, { _id: 1 }).lean()).map(({ _id }) => _id));
    return connections.filter(({ session }) => session !== null && !existing.has(session));
  }

  /** The person as the policies see them now, null for a visitor; 'ended' when the session or the account is no more. */
  async currentViewer(connection: Connection): Promise<LoadedViewer | null | 'ended'> {
    const { user, session } = connection;
    if (user === null) return null;
    const [viewer, activeSession] = await Promise.all([loadViewer(toId(user), this.#emailVerification), session && liveSession(session)]);
    if (!viewer || viewer.suspended || !activeSession) return 'ended';
    connection.ignoresBlocks = viewer.role === 'admin';
    return viewer;
  }
}
