import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as oidc from 'openid-client';
import { readSamlMetadata } from '#gateway/plugins/sso/saml-metadata';
import { samlSettings } from '#gateway/plugins/sso/settings';
import { samlMetadataPath, ssoCallbackPath, ssoLogoutPath } from '#models/contract/sso';
import { type Env, EnvError, readEnv } from '#models/env';

/** One line of the report: what is well, what is not yet used, and what has to be mended. */
type Finding = [kind: 'ok' | 'note' | 'fault', text: string];

const isLoopback = (address: string): boolean => /^http:\/\/(localhost|127\.|\[::1\])/.test(address);
const messageOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
};

/** Asks for tokens with a code that nobody has: a provider that knows the client complains about the code alone. */
async function checkClient(config: oidc.Configuration, callback: string): Promise<Finding> {
  try {
    const checks = { pkceCodeVerifier: oidc.randomPKCECodeVerifier(), expectedState: 's' };
    await oidc.authorizationCodeGrant(
      config,
      new URL(`${callback}?code=none&state=s&iss=${encodeURIComponent(config.serverMetadata().issuer)}`),
      checks,
    );
    return ['fault', 'The provider accepted a code that it never gave.'];
  } catch (error) {
    const code = error instanceof oidc.ResponseBodyError ? error.error : '';
    if (code === 'invalid_grant') return ['ok', 'The provider knows the client and its secret.'];
    if (code === 'invalid_client')
      return ['fault', 'OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong: the provider does not know this client.'];
    return ['note', `Whether the provider knows the client could not be told: ${messageOf(error)}`];
  }
}

/** Checks the settings of a SAML provider. */
async function samlFindings(env: Env, source: string): Promise<Finding[]> {
  const found: Finding[] = [];
  try {
    const { entityId, logoutUrl, certificates } = await readSamlMetadata(source);
    found.push(['ok', `The metadata are those of ${entityId}, with ${certificates.length} certificate(s).`]);
    for (const certificate of certificates) {
      const { validTo } = new X509Certificate(Buffer.from(certificate, 'base64'));
      if (Date.parse(validTo) < Date.now()) found.push(['note', `A certificate of the provider has expired on ${validTo}.`]);
    }
    if (logoutUrl === null) found.push(['note', 'The provider has no logout address by HTTP-Redirect: logout requests get no answer.']);
  } catch (error) {
    found.push(['fault', `SAML_METADATA cannot be read: ${messageOf(error)}`]);
  }
  try {
    const keys = samlSettings(env)?.keys ?? null;
    if (keys === null) found.push(['note', 'SAML_KEY_FILE is not set: the provider must not encrypt assertions.']);
    else if (!new X509Certificate(keys.cert).checkPrivateKey(createPrivateKey(keys.key)))
      found.push(['fault', 'SAML_CERT_FILE is not the certificate of SAML_KEY_FILE.']);
  } catch (error) {
    found.push(['fault', `SAML_KEY_FILE or SAML_CERT_FILE cannot be read: ${messageOf(error)}`]);
  }
  found.push(['note', `To be registered at the provider: the metadata at ${env.PUBLIC_URL}${samlMetadataPath}`]);
  return found;
}

async function findings(): Promise<Finding[]> {
  const env = readEnv();
  return env.SAML_METADATA === undefined ? oidcFindings(env) : samlFindings(env, env.SAML_METADATA);
}

async function oidcFindings(env: Env): Promise<Finding[]> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '', PUBLIC_URL } = env;
  if (OIDC_ISSUER === undefined) return [['fault', 'Neither OIDC_ISSUER nor SAML_METADATA is set: people log in by password only.']];
  const callback = `${PUBLIC_URL}${ssoCallbackPath}`;
  const found: Finding[] = [];
  if (!PUBLIC_URL.startsWith('https:') && !isLoopback(PUBLIC_URL))
    found.push(['fault', 'PUBLIC_URL is not https: providers refuse such redirects.']);
  try {
    const execute = isLoopback(OIDC_ISSUER) ? [oidc.allowInsecureRequests] : [];
    const config = await oidc.discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, { client_secret: OIDC_CLIENT_SECRET }, undefined, {
      execute,
    });
    const {
      jwks_uri,
      userinfo_endpoint,
      code_challenge_methods_supported: pkce,
      backchannel_logout_supported: logout,
    } = config.serverMetadata();
    found.push(['ok', `The provider ${config.serverMetadata().issuer} answers.`]);
    if (!jwks_uri) found.push(['fault', 'The provider publishes no keys (jwks_uri): its answers cannot be checked.']);
    if (pkce && !pkce.includes('S256')) found.push(['fault', 'The provider does not support PKCE with S256.']);
    if (!userinfo_endpoint) found.push(['note', 'The provider has no userinfo endpoint: name and address must be in its ID tokens.']);
    if (!logout) found.push(['note', 'The provider does not announce back-channel logout: logging out there will not log out here.']);
    found.push(await checkClient(config, callback));
  } catch (error) {
    found.push(['fault', `The provider at OIDC_ISSUER does not answer as one: ${messageOf(error)}`]);
  }
  found.push([
    'note',
    `To be set at the provider: redirect address ${callback}, back-channel logout address ${PUBLIC_URL}${ssoLogoutPath}`,
  ]);
  return found;
}

try {
  const found = await findings();
  for (const [kind, text] of found) console.log(`${kind.padEnd(6)}${text}`);
  process.exitCode = found.some(([kind]) => kind === 'fault') ? 1 : 0;
} catch (error) {
  console.error(error instanceof EnvError ? error.message : error);
  process.exitCode = 1;
}
