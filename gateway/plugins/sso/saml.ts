import { generateServiceProviderMetadata, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { DOMParser } from '@xmldom/xmldom';
import xpath from 'xpath';
import { type SsoIdentity, SsoRefused } from './provider.js';
import { identityOf, transient } from './saml-attributes.js';
import { readSamlMetadata, type SamlMetadata } from './saml-metadata.js';

/** Settings of the university's SAML identity provider. */
export interface SamlSettings {
  /** File or https address of the provider's metadata. */
  metadata: string;
  /** Name of Nadi at the provider. */
  entityId: string;
  /** Name of the university on the login page. */
  name: string;
  /** Attribute and value that make a platform admin; null where nobody becomes one by an attribute. */
  adminAttribute: { name: string; value: string } | null;
  /** Domains whose addresses the provider may vouch for; empty for all. */
  domains: readonly string[];
  /** Key and certificate (PEM) that sign requests and decrypt assertions; null without. */
  keys: { key: string; cert: string } | null;
  /** Shortest time between two readings of the metadata because of an answer that was refused; shorter in tests. */
  rereadAfterMs?: number;
}

/** Addresses of Nadi that the provider uses. */
export interface SamlAddresses {
  callback: string;
  logout: string;
}

/** A person whom the provider has signed in. */
export interface SamlAnswer {
  identity: SsoIdentity;
  /** Id of the request that it answers. */
  requestId: string;
  /** Id of the assertion, which serves once, and the time at which it is no longer valid. */
  assertion: { id: string; until: Date };
}

/** A person who has logged out at the provider. */
interface SamlLogout {
  issuer: string;
  /** Null where only the session names the person. */
  subject: string | null;
  sid: string | null;
  /** Address that tells the provider that it is done; null if it has none. */
  answerUrl: string | null;
}

type Xml = Record<string, { $?: Record<string, string>; _?: string }[] | undefined> & { $?: Record<string, string> };

const clockToleranceMs = 60_000;
const longestAgeMs = 5 * 60_000;
const metadataLifeMs = 3600_000;
const rereadAfterMs = 60_000;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Refuses signatures and digests by SHA-1 or MD5, which the library would accept. */
function refuseWeakAlgorithms(xml: string): void {
  const document = new DOMParser({ errorHandler: () => {} }).parseFromString(xml, 'text/xml') as unknown as Document | undefined;
  const path = "//*[local-name()='Signature']//*[local-name()='SignatureMethod' or local-name()='DigestMethod']/@Algorithm";
  const used = document ? (xpath.select(path, document) as Attr[]).map(({ value }) => value) : [];
  if (used.some((algorithm) => !/sha(256|384|512)$/.test(algorithm))) throw new SsoRefused('The signature uses a weak algorithm.');
}

const fromBase64 = (value: string): string => Buffer.from(value, 'base64').toString();

/** Client of the university's SAML 2.0 identity provider: requests by HTTP-Redirect, answers by HTTP-POST. */
export class SamlProvider {
  readonly #settings: SamlSettings;
  readonly #addresses: SamlAddresses;
  #metadata: Promise<SamlMetadata> | undefined;
  #readAt = 0;

  constructor(settings: SamlSettings, addresses: SamlAddresses) {
    this.#settings = settings;
    this.#addresses = addresses;
  }

  /** The provider's metadata, read again after an hour; a failure is tried again by the next sign-in. */
  #read(olderThanMs = metadataLifeMs): Promise<SamlMetadata> {
    if (this.#metadata && Date.now() - this.#readAt < olderThanMs) return this.#metadata;
    this.#readAt = Date.now();
    const reading = readSamlMetadata(this.#settings.metadata).catch((error: unknown) => {
      if (this.#metadata === reading) this.#metadata = undefined;
      throw error;
    });
    this.#metadata = reading;
    return reading;
  }

  #clientOf({ entityId, loginUrl, logoutUrl, certificates }: SamlMetadata): SAML {
    const { entityId: issuer, keys } = this.#settings;
    return new SAML({
      issuer,
      audience: issuer,
      callbackUrl: this.#addresses.callback,
      entryPoint: loginUrl,
      logoutUrl: logoutUrl ?? loginUrl,
      idpIssuer: entityId,
      idpCert: certificates,
      ...(keys ? { privateKey: keys.key, publicCert: keys.cert, decryptionPvk: keys.key } : {}),
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: clockToleranceMs,
      maxAssertionAgeMs: longestAgeMs,
      // The id of the request is compared with the browser's cookie, so that any gateway can take the answer.
      validateInResponseTo: ValidateInResponseTo.never,
    });
  }

  /** Nadi's metadata, to be registered at the provider. */
  serviceMetadata(): string {
    const { entityId: issuer, keys } = this.#settings;
    const metadata = generateServiceProviderMetadata({
      issuer,
      callbackUrl: this.#addresses.callback,
      logoutCallbackUrl: this.#addresses.logout,
      identifierFormat: null,
      wantAssertionsSigned: true,
      ...(keys ? { publicCerts: keys.cert, decryptionCert: keys.cert, privateKey: keys.key, decryptionPvk: keys.key } : {}),
    });
    // The library names the form alone; logout requests come by redirect as well.
    return metadata.replace(/<SingleLogoutService [^>]*\/>/, (byPost) => byPost + byPost.replace('HTTP-POST', 'HTTP-Redirect'));
  }

  /** Starts a sign-in: the address to send the browser to, and the id of the request, which the answer must name. */
  async begin(): Promise<{ url: string; requestId: string }> {
    const client = this.#clientOf(await this.#read());
    let requestId = '';
    const generate = client.options.generateUniqueId;
    client.options.generateUniqueId = () => {
      requestId = generate();
      return requestId;
    };
    return { url: await client.getAuthorizeUrlAsync('', undefined, {}), requestId };
  }

  /** Checks an answer; with certificates read again if it was refused by older ones, as after a change of the provider's key. */
  async #check<T>(check: (client: SAML, metadata: SamlMetadata) => Promise<T>): Promise<T> {
    const metadata = await this.#read();
    try {
      return await check(this.#clientOf(metadata), metadata);
    } catch (error) {
      const latest = await this.#read(this.#settings.rereadAfterMs ?? rereadAfterMs).catch(() => metadata);
      if (latest === metadata) throw new SsoRefused('The provider’s answer was refused.', { cause: error });
      return check(this.#clientOf(latest), latest).catch((cause: unknown) => {
        throw new SsoRefused('The provider’s answer was refused.', { cause });
      });
    }
  }

  /**
   * Reads the provider's answer.
   *
   * @param response `SAMLResponse` of the form
   * @throws SsoRefused for an answer that cannot be trusted
   */
  async finish(response: string): Promise<SamlAnswer> {
    return this.#check(async (client, { entityId }) => {
      refuseWeakAlgorithms(fromBase64(response));
      const { profile } = await client.validatePostResponseAsync({ SAMLResponse: response });
      if (!profile || profile.issuer !== entityId) throw new SsoRefused('The assertion is of another issuer.');
      const { adminAttribute, domains } = this.#settings;
      return { identity: identityOf(profile, { adminAttribute, domains }), ...this.#confirmationOf(profile) };
    });
  }

  /** The part of a signed assertion that says for whom, for which request and until when it is (SAML profiles, 4.1.4.2). */
  #confirmationOf(profile: Profile): Pick<SamlAnswer, 'requestId' | 'assertion'> {
    const { Assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Xml };
    const confirmations = (Assertion?.Subject?.[0] as Xml | undefined)?.SubjectConfirmation ?? [];
    for (const each of confirmations) {
      const data = (each as Xml).SubjectConfirmationData?.[0]?.$;
      const until = Date.parse(data?.NotOnOrAfter ?? '') + clockToleranceMs;
      const isOurs = each.$?.Method === bearer && data?.Recipient === this.#addresses.callback && until > Date.now();
      if (isOurs && data.InResponseTo && Assertion?.$?.ID)
        return { requestId: data.InResponseTo, assertion: { id: `${profile.issuer} ${Assertion.$.ID}`, until: new Date(until) } };
    }
    throw new SsoRefused('The assertion is not for this address, has expired, or answers no request.');
  }

  /**
   * Reads a logout request, by which the provider ends sessions here.
   *
   * @param fields the query, or the fields of the form
   * @param query the query as it was sent, which the signature covers; null for a form
   * @throws SsoRefused for a request that cannot be trusted
   */
  async readLogout(fields: Record<string, string | undefined>, query: string | null): Promise<SamlLogout> {
    return this.#check(async (client, { entityId, logoutUrl }) => {
      const { SAMLRequest = '', Signature, SigAlg = '', RelayState = '' } = fields;
      if (query === null) refuseWeakAlgorithms(fromBase64(SAMLRequest));
      // The library accepts a query without a signature, and one by SHA-1.
      else if (!Signature || !/sha(256|384|512)$/.test(SigAlg)) throw new SsoRefused('The logout request has no strong signature.');
      const container = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, string>;
      const { profile } =
        query === null ? await client.validatePostRequestAsync(container) : await client.validateRedirectAsync(container, query);
      if (!profile?.nameID || profile.issuer !== entityId) throw new SsoRefused('The logout request is of another issuer.');
      const subject = profile.nameIDFormat === transient ? null : profile.nameID;
      const sid = profile.sessionIndex ?? null;
      if (subject === null && !sid) throw new SsoRefused('The logout request names neither a lasting subject nor a session.');
      const answerUrl = logoutUrl && (await client.getLogoutResponseUrlAsync(profile, RelayState, {}, true));
      return { issuer: entityId, subject, sid, answerUrl };
    });
  }
}
