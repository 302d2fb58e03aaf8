import type { FastifyReply, FastifyRequest } from 'fastify';
import { ssoPath } from '#models/contract/sso';
import type { SsoFlow } from './provider.js';

const flowName = 'nadi_sso_flow';
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
export const saveFlow = (request: FastifyRequest, reply: FastifyReply, flow: SsoFlow): void =>
  void reply.setCookie(flowName, Buffer.from(JSON.stringify(flow)).toString('base64url'), optionsFor(request, flowSeconds));

/** Reads the state, and removes it: it serves for one answer. */
export function takeFlow(request: FastifyRequest, reply: FastifyReply): SsoFlow | null {
  const value = request.cookies[flowName];
  void reply.clearCookie(flowName, optionsFor(request, 0));
  try {
    const flow = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as Partial<SsoFlow>;
    const { state, nonce, verifier } = flow;
    const isWhole = [state, nonce, verifier].every((each) => typeof each === 'string' && each !== '');
    return isWhole ? ({ state, nonce, verifier, to: ownPath(flow.to) } as SsoFlow) : null;
  } catch {
    return null;
  }
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
