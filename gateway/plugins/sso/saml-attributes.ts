import type { Profile } from '@node-saml/node-saml';
import { type SsoIdentity, SsoRefused } from './provider.js';

/** Names of each attribute: plain, as an OID (eduPerson, inetOrgPerson), and of Microsoft's Entra ID and ADFS. */
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const names = {
  subject: ['urn:oasis:names:tc:SAML:attribute:subject-id', 'urn:oasis:names:tc:SAML:attribute:pairwise-id'],
  name: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'cn',
    'urn:oid:2.5.4.3',
  ],
  given: ['givenName', 'urn:oid:2.5.4.42', `${claims}/givenname`],
  family: ['sn', 'urn:oid:2.5.4.4', `${claims}/surname`],
  email: ['mail', 'email', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}/emailaddress`],
  verified: ['email_verified'],
  affiliation: [
    'eduPersonPrimaryAffiliation',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.5',
    'eduPersonAffiliation',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.1',
    'affiliation',
  ],
  faculty: ['faculty'],
  year: ['year'],
} as const;

/** Format of a NameID that names a person only until logout. */
export const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const textsOf = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .filter((each): each is string => typeof each === 'string')
    .map((each) => each.trim())
    .filter(Boolean);

/** A mail address is the university's own word if its domain is one that the provider may vouch for. */
const isVouchedFor = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

interface Reading {
  adminAttribute: { name: string; value: string } | null;
  domains: readonly string[];
}

/**
 * The person of a checked assertion.
 *
 * @throws SsoRefused if nothing in it names the person the next time, too
 */
export function identityOf(profile: Profile, { adminAttribute, domains }: Reading): SsoIdentity {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  const all = (of: keyof typeof names): string[] => names[of].flatMap((name) => textsOf(attributes[name]));
  const first = (of: keyof typeof names): string => all(of)[0] ?? '';
  const subject = profile.nameIDFormat === transient ? first('subject') : profile.nameID;
  if (!subject) throw new SsoRefused('The assertion names the person only for this time: a persistent NameID or subject-id is needed.');
  const email = first('email');
  const year = Number(first('year'));
  return {
    issuer: profile.issuer,
    subject,
    sid: profile.sessionIndex ?? null,
    name: first('name') || [first('given'), first('family')].filter(Boolean).join(' '),
    email,
    emailVerified: email !== '' && first('verified') !== 'false' && isVouchedFor(email, domains),
    affiliation: first('affiliation'),
    faculty: first('faculty'),
    year: Number.isInteger(year) && year > 0 ? year : null,
    isAdmin: adminAttribute && textsOf(attributes[adminAttribute.name]).includes(adminAttribute.value),
  };
}
