import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { noteActive } from '#models/commands/admin-claims';
import type { ErrorCode } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { Loader } from '#models/db/loader';
import { type Id, toId } from '#models/db/model';
import { prefetchParent } from '#models/db/prefetch-parent';
import { type SessionDoc, Sessions } from '#models/db/sessions';
import { cachedSession, liveSession } from '#models/db/sessions.loaders';
import { Users } from '#models/db/users';
import { cachedViewer, type LoadedViewer, loadViewer, type ViewerSettings, withSession } from '#models/db/viewer';
import { can, type Rule, type SubjectOf } from '#models/policies/index';
import type { OnAsk } from './audit.js';
import { browserOf } from './browser-cookie.js';
import type { ClientInfo } from './password-guard.js';
import { readDone } from './sso/cookies.js';

/** Context of one call: the caller, and the check of their rights. */
export interface Ctx {
  viewer: LoadedViewer | null;
  /** The signed-in caller; throws unauthorized for a visitor. */
  readonly me: LoadedViewer;
  /** Id of the session: the hash of its token. */
  session: string | null;
  log: FastifyBaseLogger;
  /** Settings of the gateway, fixed at its start. */
  settings: FastifyInstance['settings'];
  /** Address and browser, for the password guard. */
  client: ClientInfo;
  device: string;
  /** Finished sign-in by the university, from its cookie. */
  readonly ssoDone: { secret: string; to: string } | null;
  /** Checks a rule; a call's own rule must have been checked before it answers. */
  can<R extends Rule>(rule: R, subject?: SubjectOf<R>): boolean;
  /** Checks a rule, and fails unless it allows. */
  require<R extends Rule>(rule: R, subject?: SubjectOf<R>, code?: ErrorCode): void;
  /** Rules that were checked so far. */
  checkedRules: ReadonlySet<string>;
}

/** Hash under which a token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const seenEveryMs = 3600_000;

/** A session and its owner. */
interface FoundSession<Owner> {
  session: string;
  viewer: Owner;
}

/** Loaders of a session and its owner: as of now, or cached for up to a second. */
interface SessionReader<Owner> {
  session(id: string): Promise<SessionDoc | null>;
  owner(user: Id): Promise<Owner | null>;
}
const fresh = (settings: ViewerSettings): SessionReader<LoadedViewer> => ({
  session: liveSession,
  owner: (user) => loadViewer(user, settings),
});
const cached = (settings: ViewerSettings): SessionReader<LoadedViewer> => ({
  session: cachedSession,
  owner: (user) => cachedViewer(user, settings),
});
const ownerLoader = new Loader<{ id: string; suspended: boolean }>(async (ids) => {
  const found = await Users.find({ _id: { $in: ids.map(toId) }, deletedAt: null }, { suspendedAt: 1 }).lean();
  return new Map(found.map(({ _id, suspendedAt }) => [String(_id), { id: String(_id), suspended: suspendedAt !== null }]));
});
/** Loads only whether the owner exists and is suspended, without their rights. */
const ownerOnly: SessionReader<{ id: string; suspended: boolean }> = {
  session: liveSession,
  owner: (user) => ownerLoader.fresh(String(user)),
};

/** Session of a token and its owner as of now; null where there is none, or where the account is suspended or gone. */
export const findSession = (token: string, settings: ViewerSettings): Promise<FoundSession<LoadedViewer> | null> =>
  resumeSession(hashToken(token), settings);

/** As `findSession`, cached, for reads only: changes of the last second may be missing. */
export const findCachedSession = (token: string, settings: ViewerSettings): Promise<FoundSession<LoadedViewer> | null> =>
  resume(hashToken(token), cached(settings));

/** As `findSession`, without the owner's rights, for callers that load these later. */
export const findOwner = async (token: string): Promise<{ session: string; user: string } | null> => {
  const found = await resume(hashToken(token), ownerOnly);
  return found && { session: found.session, user: found.viewer.id };
};

/** As `findSession`, by the session's id. */
export const resumeSession = (session: string, settings: ViewerSettings): Promise<FoundSession<LoadedViewer> | null> =>
  resume(session, fresh(settings));

const withOwner = prefetchParent<SessionDoc>((session) => session.user);

async function resume<Owner extends { suspended: boolean }>(
  session: string,
  reader: SessionReader<Owner>,
): Promise<FoundSession<Owner> | null> {
  const found = await withOwner(session, {
    child: () => reader.session(session),
    parent: (user) => reader.owner(user),
  });
  if (!found?.parent || found.parent.suspended) return null;
  if (Date.now() - found.child.lastSeenAt.getTime() > seenEveryMs) {
    await Sessions.updateOne({ _id: session }, { $set: { lastSeenAt: new Date() } });
    await noteActive(found.child.user);
  }
  return { session, viewer: withSession(found.parent, found.child) };
}

/** Reads a token from the input; anything but text, such as a list, counts as an invalid token. */
function asToken(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : 'no text';
}

/** Token of a request: the header, the query, the body, and the body's `user_id` of `report_post`, in that order. */
export function tokenOf(request: FastifyRequest, path: string): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const query = request.query as Record<string, unknown> | undefined;
  const body = (typeof request.body === 'object' && request.body !== null ? request.body : {}) as Record<string, unknown>;
  return bearer ?? asToken(query?.token) ?? asToken(body.token) ?? (path === '/report/report_post' ? asToken(body.user_id) : undefined);
}

/** Browser of a request, as it names itself. */
export const deviceOf = (request: FastifyRequest): string => (request.headers['user-agent'] ?? '').slice(0, 200);

/**
 * Builds the context of one request.
 *
 * @param onAsk called for each rule that the call asks
 */
export function makeContext(request: FastifyRequest, found: { session: string; viewer: LoadedViewer } | null, onAsk?: OnAsk): Ctx {
  const checkedRules = new Set<string>();
  const viewer = found?.viewer ?? null;
  const ask = <R extends Rule>(rule: R, subject?: SubjectOf<R>): boolean => {
    checkedRules.add(rule);
    const isAllowed = can(viewer, rule, subject);
    onAsk?.(rule, subject, isAllowed);
    return isAllowed;
  };
  return {
    viewer,
    session: found?.session ?? null,
    log: request.log,
    settings: request.server.settings,
    client: { address: request.server.addressOf(request.raw), browser: browserOf(request.cookies) },
    device: deviceOf(request),
    checkedRules,
    can: ask,
    get ssoDone() {
      return readDone(request.cookies ?? {});
    },
    get me() {
      return viewer ?? fail('unauthorized');
    },
    require(rule, subject, code = 'forbidden') {
      if (!ask(rule, subject)) fail(viewer && !viewer.verified && code === 'forbidden' ? 'email_unverified' : code);
    },
  };
}
