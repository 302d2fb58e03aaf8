import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** A person at the provider, with their claims. */
interface ProviderAccount {
  sub: string;
  [claim: string]: unknown;
}

export interface TestProvider {
  issuer: string;
  /** People by `sub`; changes apply to the next login. */
  accounts: Map<string, ProviderAccount>;
  /** Logs in as this person, and returns the query with which the provider sends the browser back. */
  authorize(url: string, sub: string): Promise<string>;
  /** Signs a logout token; `over` replaces claims. */
  logoutToken(
    claims: Record<string, unknown>,
    over?: { audience?: string; issuer?: string; key?: PrivateKey; age?: number },
  ): Promise<string>;
  /** Replaces the ID tokens of the logins that follow; null sends them unchanged. */
  replaceIdTokens(replace: ((claims: JWTPayload, key: PrivateKey) => Promise<string>) | null): void;
  close(): Promise<void>;
}

export const testClient = { id: 'nadi', secret: 'a-client-secret-of-the-tests' };

/** Cookies of a browser, by name. */
class CookieJar {
  readonly #cookies = new Map<string, string>();
  read(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
  toString(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const configurationOf = (callback: string, jwk: JWK, accounts: ReadonlyMap<string, ProviderAccount>): Configuration => ({
  clients: [
    {
      client_id: testClient.id,
      client_secret: testClient.secret,
      redirect_uris: [callback],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  jwks: { keys: [jwk as never] },
  claims: { openid: ['sub', 'sid'], profile: ['name', 'affiliation', 'faculty', 'year', 'groups'], email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  pkce: { required: () => true },
  cookies: { keys: ['cookie key of the tests'] },
  conformIdTokenClaims: false,
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => accounts.get(sub) ?? { sub } }),
});

/** Signs a logout token of the provider. */
const signLogoutToken = (claims: Record<string, unknown>, { audience, issuer, age }: { audience: string; issuer: string; age: number }) =>
  new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'logout+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(Math.floor(Date.now() / 1000) - age);

/** Starts a real OpenID provider. Its login page is answered without a browser: whoever it names is logged in. */
export async function startOidcProvider(callback: string): Promise<TestProvider> {
  const accounts = new Map<string, ProviderAccount>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => void handle(request, response));
  const issuer = await listen(server);
  const provider = new Provider(issuer, configurationOf(callback, jwk, accounts));
  let next = '';
  let replace: Parameters<TestProvider['replaceIdTokens']>[0] = null;
  provider.use(async (ctx, answer) => {
    await answer();
    const body = ctx.body as { id_token?: string } | undefined;
    if (replace && body?.id_token) body.id_token = await replace(decodeJwt(body.id_token), privateKey);
  });
  const handle = async (...[request, response]: Parameters<Parameters<typeof createServer>[1] & object>) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { prompt, params, grantId } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: next } });
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: next, clientId: String(params.client_id) });
    grant?.addOIDCScope(String(params.scope));
    return provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant?.save() } },
      { mergeWithLastSubmission: true },
    );
  };
  return {
    issuer,
    accounts,
    async authorize(url, sub) {
      next = sub;
      const jar = new CookieJar();
      for (let address = url; ; ) {
        const response = await fetch(address, { redirect: 'manual', headers: { cookie: String(jar) } });
        jar.read(response);
        const location = response.headers.get('location');
        if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        address = new URL(location, issuer).href;
        if (address.startsWith(callback)) return new URL(address).search.slice(1);
      }
    },
    logoutToken: (claims, { audience = testClient.id, issuer: by = issuer, key = privateKey, age = 0 } = {}) =>
      signLogoutToken(claims, { audience, issuer: by, age }).sign(key),
    replaceIdTokens(by) {
      replace = by;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
