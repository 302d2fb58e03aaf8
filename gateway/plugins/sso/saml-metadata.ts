import { readFile } from 'node:fs/promises';
import { DOMParser } from '@xmldom/xmldom';
import xpath from 'xpath';

/** A SAML identity provider, by its metadata. */
export interface SamlMetadata {
  entityId: string;
  /** Address of the login, by HTTP-Redirect. */
  loginUrl: string;
  /** Address that gets the answers to logout requests; null if the provider has none by HTTP-Redirect. */
  logoutUrl: string | null;
  /** Certificates that sign its answers, as base64: two while it changes them. */
  certificates: string[];
}

const namespaces = { md: 'urn:oasis:names:tc:SAML:2.0:metadata', ds: 'http://www.w3.org/2000/09/xmldsig#' };
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const longestMs = 10_000;
const largest = 5 << 20;

const { useNamespaces: withNamespaces } = xpath;
const select = withNamespaces(namespaces);

/** Values of the attributes or texts that a path selects. */
const valuesOf = (path: string, node: Node): string[] =>
  (select(path, node) as Node[]).map((each) => (each.nodeValue ?? each.textContent ?? '').trim()).filter(Boolean);

/**
 * Reads the metadata of one identity provider.
 *
 * @param xml an `EntityDescriptor`, or several of which one is an identity provider
 * @throws Error that says what is missing
 */
export function parseSamlMetadata(xml: string): SamlMetadata {
  const faults: string[] = [];
  const document = new DOMParser({ errorHandler: (_level, message) => faults.push(String(message)) }).parseFromString(
    xml,
    'text/xml',
  ) as unknown as Document | undefined;
  if (!document || faults.length > 0) throw new Error(`The metadata are not XML: ${faults[0] ?? 'the file is empty'}`);
  const found = select('//md:EntityDescriptor[md:IDPSSODescriptor]', document) as Element[];
  const [entity] = found;
  if (!entity || found.length > 1) throw new Error(`The metadata have ${found.length} identity providers instead of one.`);
  const of = (path: string): string[] => valuesOf(path, entity);
  const [entityId = ''] = of('@entityID');
  const [loginUrl = ''] = of(`md:IDPSSODescriptor/md:SingleSignOnService[@Binding="${redirectBinding}"]/@Location`);
  const logout = `md:IDPSSODescriptor/md:SingleLogoutService[@Binding="${redirectBinding}"]`;
  const [logoutUrl = null] = [...of(`${logout}/@ResponseLocation`), ...of(`${logout}/@Location`)];
  const certificates = of('md:IDPSSODescriptor/md:KeyDescriptor[not(@use) or @use="signing"]//ds:X509Certificate/text()').map((each) =>
    each.replace(/\s+/g, ''),
  );
  if (entityId === '') throw new Error('The metadata have no entityID.');
  if (!/^https?:\/\//.test(loginUrl)) throw new Error('The metadata have no SingleSignOnService by HTTP-Redirect.');
  if (certificates.length === 0) throw new Error('The metadata have no certificate for signatures.');
  return { entityId, loginUrl, logoutUrl, certificates };
}

/**
 * Reads the metadata from a file or an https address.
 *
 * @throws Error if they cannot be read, or lack something
 */
export async function readSamlMetadata(source: string): Promise<SamlMetadata> {
  if (!/^https?:\/\//.test(source)) return parseSamlMetadata(await readFile(source, 'utf8'));
  const response = await fetch(source, { signal: AbortSignal.timeout(longestMs), redirect: 'error' });
  if (!response.ok) throw new Error(`${source} answered ${response.status}.`);
  const text = await response.text();
  if (text.length > largest) throw new Error(`The metadata at ${source} are larger than ${largest >> 20} MiB.`);
  return parseSamlMetadata(text);
}
