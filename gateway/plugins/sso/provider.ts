import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { ProviderIdentity } from '#models/commands/sign-in-by-sso';
import type { SavedFlow } from './cookies.js';

/** Settings of the university's OpenID provider. */
export interface SsoSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Name of the university on the login page. */
  name: string;
  /** Claim and value that make a platform admin; null where nobody becomes one by a claim. */
  adminClaim: { name: string; value: string } | null;
}

/** State of one sign-in, which the browser keeps in a cookie. */
export const flowKeys = ['state', 'nonce', 'verifier'] as const;
export type SsoFlow = SavedFlow<(typeof flowKeys)[number]>;

/** A person whom the provider has signed in. */
export interface SsoIdentity extends ProviderIdentity {
  /** Session at the provider; null if it names none. */
  sid: string | null;
}

/** The provider's answer is not one that can be trusted: a wrong state, signature, issuer, audience or time. */
export class SsoRefused extends Error {}

const clockToleranceSeconds = 60;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const longestLogoutAge = '5 minutes';

const isLoopback = (address: string): boolean => /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(address);

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const listOf = (value: unknown): string[] => [value ?? []].flat().map(String);

/** Client of the university's OpenID provider: code flow with PKCE, state and nonce. */
export class SsoProvider {
  readonly #settings: SsoSettings;
  readonly #callback: string;
  #config: Promise<oidc.Configuration> | undefined;
  #keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  /** @param callback address to which the provider sends the browser back */
  constructor(settings: SsoSettings, callback: string) {
    this.#settings = settings;
    this.#callback = callback;
  }

  /** Reads the provider's metadata once; a failure is tried again by the next sign-in. */
  config(): Promise<oidc.Configuration> {
    this.#config ??= this.#discover().catch((error: unknown) => {
      this.#config = undefined;
      throw error;
    });
    return this.#config;
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const execute = isLoopback(issuer) ? [oidc.allowInsecureRequests] : [];
    const client = { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceSeconds };
    const config = await oidc.discovery(new URL(issuer), clientId, client, undefined, { execute });
    // Checks the signature of ID tokens by the provider's keys, which are read again when it has new ones.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }

  /** Starts a sign-in: the address to send the browser to, and the state to keep. */
  async begin(to: string): Promise<{ url: string; flow: SsoFlow }> {
    const config = await this.config();
    const flow = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), to };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#callback,
      scope: 'openid profile email',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, flow };
  }

  /**
   * Exchanges the provider's answer for the person.
   *
   * @param query query of the address to which the browser was sent back
   * @throws SsoRefused for an answer that cannot be trusted
   */
  async finish(query: string, { state, nonce, verifier }: SsoFlow): Promise<SsoIdentity> {
    const config = await this.config();
    try {
      const address = new URL(`${this.#callback}?${query}`);
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(config, address, checks);
      const claims = tokens.claims();
      if (!claims) throw new SsoRefused('The provider sent no ID token.');
      const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined;
      const info = hasInfo ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      return this.#identityOf({ ...info, ...claims });
    } catch (error) {
      throw new SsoRefused('The provider’s answer was refused.', { cause: error });
    }
  }

  #identityOf(claims: Record<string, unknown> & { sub: string; iss: string }): SsoIdentity {
    const { adminClaim } = this.#settings;
    const year = Number(claims.year);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      sid: textOf(claims.sid) || null,
      name: textOf(claims.name) || [textOf(claims.given_name), textOf(claims.family_name)].filter(Boolean).join(' '),
      email: textOf(claims.email),
      emailVerified: claims.email_verified === true,
      affiliation: listOf(claims.affiliation ?? claims.eduperson_affiliation)[0] ?? '',
      faculty: textOf(claims.faculty),
      year: Number.isInteger(year) && year > 0 ? year : null,
      isAdmin: adminClaim && listOf(claims[adminClaim.name]).includes(adminClaim.value),
    };
  }

  /**
   * Reads a logout token, by which the provider ends sessions here (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   *
   * @returns the subject, and the session at the provider if only that one ends
   * @throws SsoRefused for a token that cannot be trusted
   */
  async readLogoutToken(token: string): Promise<{ issuer: string; subject: string | null; sid: string | null }> {
    const config = await this.config();
    const { issuer, jwks_uri = '' } = config.serverMetadata();
    this.#keys ??= createRemoteJWKSet(new URL(jwks_uri));
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer,
        audience: this.#settings.clientId,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: longestLogoutAge,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { sub = null, sid, nonce, events } = payload as JWTPayload & { sid?: unknown; nonce?: unknown; events?: unknown };
      const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
      const session = textOf(sid) || null;
      if (!isLogout || nonce !== undefined || (sub === null && session === null)) throw new SsoRefused('This is no logout token.');
      return { issuer, subject: sub, sid: session };
    } catch (error) {
      throw new SsoRefused('The logout token was refused.', { cause: error });
    }
  }
}
