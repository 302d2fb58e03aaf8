import fastifyCookie from '@fastify/cookie';
import { boardPath } from '#models/contract/admin';
import { signingKey } from '#models/db/signing-keys';
import type { LoadedViewer, ViewerSettings } from '#models/db/viewer';
import { can } from '#models/policies/index';
import { resumeSession } from './context.js';

/** A cookie that an answer sets: http-only, and sent to its path alone. */
export interface Cookie {
  name: string;
  value: string;
  path: string;
  expires: Date;
}

const name = 'nadi_board';
const hourMs = 3600_000;

/** Makes the cookie that opens the queue board for an hour, or for as long as the session lives. */
export async function boardCookie(session: string, now = Date.now()): Promise<Cookie> {
  const expires = new Date(now + hourMs);
  const value = fastifyCookie.sign(`${session}.${expires.getTime()}`, await signingKey('boardKey'));
  return { name, value, path: boardPath, expires };
}

/** Viewer of a board cookie; null unless it is signed, not expired, and of a live session that still may see the board. */
export async function viewerOfBoard(cookies: Record<string, string | undefined>, settings: ViewerSettings): Promise<LoadedViewer | null> {
  const { value } = fastifyCookie.unsign(cookies[name] ?? '', await signingKey('boardKey'));
  const [session, ends] = value?.split('.') ?? [];
  if (session === undefined || !(Number(ends) > Date.now())) return null;
  const found = await resumeSession(session, settings);
  return found && can(found.viewer, 'platform.manage') ? found.viewer : null;
}
