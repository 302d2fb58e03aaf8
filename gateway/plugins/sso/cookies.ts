import type { FastifyReply, FastifyRequest } from 'fastify';
import { ssoPath } from '#models/contract/sso';

/** State of one sign-in between its start and the provider's answer, and the path of the app to open afterwards. */
export type SavedFlow<K extends string> = Record<K | 'to', string>;

const flowName = 'nadi_sso_flow';
const samlName = 'nadi_saml';
const doneName = 'nadi_sso';
const flowSeconds = 600;
const doneSeconds = 60;

/** A path of this app; '/' for anything else, such as an address elsewhere. */
export function ownPath(to: unknown): string {
  if (typeof to !== 'string' || !/^\/(?![/\\])/.test(to) || /[\s\\\p{Cc}]/u.test(to)) return '/';
  const base = 'http://app.invalid';
  return URL.canParse(to, base) && new URL(to, base).origin === base ? to : '/';
}

const isSecure = ({ server }: FastifyRequest): boolean => server.settings.publicUrl.startsWith('https:');

/** `lax`, since the provider's redirect comes from another site. */
const optionsFor = (request: FastifyRequest, maxAge: number) =>
  ({ path: ssoPath, httpOnly: true, sameSite: 'lax', secure: isSecure(request), maxAge }) as const;

/** Keeps the state of a sign-in in the browser that began it. */
export const saveFlow = (request: FastifyRequest, reply: FastifyReply, flow: SavedFlow<string>): void =>
  void reply.setCookie(flowName, Buffer.from(JSON.stringify(flow)).toString('base64url'), optionsFor(request, flowSeconds));

/** Reads the state, and removes it: it serves for one answer. Null if one of the keys is missing. */
export function takeFlow<K extends string>(request: FastifyRequest, reply: FastifyReply, keys: readonly K[]): SavedFlow<K> | null {
  const value = request.cookies[flowName];
  void reply.clearCookie(flowName, optionsFor(request, 0));
  try {
    const flow = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as Partial<SavedFlow<K>>;
    const isWhole = keys.every((key) => typeof flow[key] === 'string' && flow[key] !== '');
    return isWhole ? ({ ...flow, to: ownPath(flow.to) } as SavedFlow<K>) : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the result of a SAML answer until the browser returns by itself. The provider posts its answer from another site, and
 * browsers send no `lax` cookie with such a request: which sign-in it belongs to is compared at the return.
 */
export const saveSamlAnswer = (request: FastifyRequest, reply: FastifyReply, secret: string, requestId: string): void =>
  void reply.setCookie(samlName, `${secret}.${Buffer.from(requestId).toString('base64url')}`, optionsFor(request, doneSeconds));

/** Secret and id of the request of a SAML answer; removes them. */
export function takeSamlAnswer(request: FastifyRequest, reply: FastifyReply): { secret: string; requestId: string } | null {
  const [secret, requestId] = (request.cookies[samlName] ?? '').split('.');
  void reply.clearCookie(samlName, optionsFor(request, 0));
  return secret && requestId ? { secret, requestId: Buffer.from(requestId, 'base64url').toString() } : null;
}

/** Hands the result to the app's own call: the token stands in no address. */
export const saveDone = (request: FastifyRequest, reply: FastifyReply, secret: string, to: string): void =>
  void reply.setCookie(doneName, `${secret}.${Buffer.from(to).toString('base64url')}`, optionsFor(request, doneSeconds));

/** Secret and page of a finished sign-in. */
export function readDone(cookies: Record<string, string | undefined>): { secret: string; to: string } | null {
  const [secret, to] = (cookies[doneName] ?? '').split('.');
  return secret ? { secret, to: ownPath(Buffer.from(to ?? '', 'base64url').toString()) } : null;
}

/** Cookie that removes the result. */
export const spentDone = () => ({ name: doneName, value: '', path: ssoPath, expires: new Date(0) });
