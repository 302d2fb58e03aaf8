import { readFileSync } from 'node:fs';
import { samlMetadataPath } from '#models/contract/sso';
import type { Env } from '#models/env';
import type { SsoSettings } from './provider.js';
import type { SamlSettings } from './saml.js';

/** `groups=nadi-admins` as a claim or attribute, and its value. */
function adminMark(setting: string | undefined): { name: string; value: string } | null {
  const [name = '', value = ''] = setting?.split('=') ?? [];
  return name === '' ? null : { name, value };
}

/** The OpenID provider; undefined if none is set. */
export function ssoSettings({
  OIDC_ISSUER,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  OIDC_NAME,
  OIDC_ADMIN_CLAIM,
}: Env): SsoSettings | undefined {
  if (OIDC_ISSUER === undefined) return undefined;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID ?? '',
    clientSecret: OIDC_CLIENT_SECRET ?? '',
    name: OIDC_NAME,
    adminClaim: adminMark(OIDC_ADMIN_CLAIM),
  };
}

/** The SAML provider; undefined if none is set. Reads the files of key and certificate. */
export function samlSettings(env: Env): SamlSettings | undefined {
  const { SAML_METADATA, SAML_KEY_FILE, SAML_CERT_FILE } = env;
  if (SAML_METADATA === undefined) return undefined;
  return {
    metadata: SAML_METADATA,
    entityId: env.SAML_ENTITY_ID ?? `${env.PUBLIC_URL}${samlMetadataPath}`,
    name: env.SAML_NAME,
    adminAttribute: adminMark(env.SAML_ADMIN_ATTRIBUTE),
    domains: env.EMAIL_DOMAINS,
    keys: SAML_KEY_FILE && SAML_CERT_FILE ? { key: readFileSync(SAML_KEY_FILE, 'utf8'), cert: readFileSync(SAML_CERT_FILE, 'utf8') } : null,
  };
}
