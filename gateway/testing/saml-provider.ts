import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import * as samlify from 'samlify';
import { generate } from 'selfsigned';

// The schema would need a validator of its own; what is under test reads XML by itself.
samlify.setSchemaValidator({ validate: async () => 'not checked' });

type Entity = ReturnType<typeof samlify.IdentityProvider>;

/** A person at the provider. */
interface SamlPerson {
  subject: string;
  attributes: Record<string, string | string[]>;
}

/** Parts of an answer, each with the right value unless it is replaced. */
export interface AnswerParts {
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string | null;
  nameIdFormat: string;
  sessionIndex: string;
  /** Seconds from now at which the assertion is valid. */
  from: number;
  until: number;
}

const issuer = 'https://idp.uni.example/saml';
const loginUrl = 'https://idp.uni.example/login';
const logoutUrl = 'https://idp.uni.example/logout';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const newId = (): string => `_${randomUUID()}`;
const instant = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function attributeXml([name, value]: [string, string | string[]]): string {
  const values = [value].flat().map((each) => `<saml:AttributeValue>${escaped(each)}</saml:AttributeValue>`);
  return `<saml:Attribute Name="${name}">${values.join('')}</saml:Attribute>`;
}

/** An answer before it is signed. */
function answerXml({ subject, attributes }: SamlPerson, parts: AnswerParts): string {
  const request = parts.inResponseTo === null ? '' : ` InResponseTo="${parts.inResponseTo}"`;
  const times = `NotOnOrAfter="${instant(parts.until)}"`;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}"`,
    ` Version="2.0" IssueInstant="${instant(0)}" Destination="${parts.recipient}"${request}><saml:Issuer>${parts.issuer}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    `<saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${instant(Math.min(parts.from, 0))}"><saml:Issuer>${parts.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${parts.nameIdFormat}">${subject}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData ${times} Recipient="${parts.recipient}"${request}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${instant(parts.from)}" ${times}>`,
    `<saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${instant(0)}" SessionIndex="${parts.sessionIndex}"/>`,
    `<saml:AttributeStatement>${Object.entries(attributes).map(attributeXml).join('')}</saml:AttributeStatement>`,
    '</saml:Assertion></samlp:Response>',
  ].join('');
}

interface Keys {
  private: string;
  cert: string;
}

/** Makes a key and a certificate (PEM). */
export const makeKeys = async (): Promise<Keys> => generate([{ name: 'commonName', value: 'idp.uni.example' }], { keySize: 2048 });

const providerWith = ({ private: privateKey, cert }: Keys, algorithm: string, isEncrypting = false): Entity =>
  samlify.IdentityProvider({
    entityID: issuer,
    privateKey,
    signingCert: cert,
    requestSignatureAlgorithm: algorithm,
    isAssertionEncrypted: isEncrypting,
    nameIDFormat: [persistent],
    singleSignOnService: [{ Binding: redirect, Location: loginUrl }],
    singleLogoutService: [{ Binding: redirect, Location: logoutUrl }],
  });

/** A real SAML 2.0 identity provider, without its login page: the tests say who logs in. */
export class SamlTestProvider {
  readonly issuer = issuer;
  readonly logoutUrl = logoutUrl;
  readonly #metadataFile: string;
  #keys: Keys;

  private constructor(keys: Keys, metadataFile: string) {
    this.#keys = keys;
    this.#metadataFile = metadataFile;
  }

  /** @param metadataFile file to which it writes its metadata */
  static async start(metadataFile: string): Promise<SamlTestProvider> {
    const provider = new SamlTestProvider(await makeKeys(), metadataFile);
    await provider.publish();
    return provider;
  }

  /** Writes the metadata with the present certificate. */
  publish(): Promise<void> {
    return writeFile(this.#metadataFile, providerWith(this.#keys, sha256).getMetadata());
  }

  /** Signs with a new key from now on. */
  async replaceKey(): Promise<void> {
    this.#keys = await makeKeys();
  }

  /** Id of the request in the address to which Nadi sends the browser. */
  requestIdOf(url: string): string {
    const deflated = Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64');
    return / ID="([^"]+)"/.exec(inflateRawSync(deflated).toString())?.[1] ?? '';
  }

  /**
   * Signs an answer for the service provider with this metadata.
   *
   * @returns `SAMLResponse` of the form that the provider's page would post
   */
  async answer(
    serviceMetadata: string,
    person: SamlPerson,
    parts: AnswerParts,
    { keys = this.#keys, algorithm = sha256, isEncrypting = false } = {},
  ): Promise<string> {
    const service = samlify.ServiceProvider({ metadata: serviceMetadata });
    const info = { extract: { request: { id: parts.inResponseTo ?? '' } } };
    const context = answerXml(person, parts);
    const made = await providerWith(keys, algorithm, isEncrypting).createLoginResponse(service, info, 'post', {}, () => ({
      id: newId(),
      context,
    }));
    return made.context;
  }

  /** A logout request as the query of Nadi's address, signed. */
  logoutQuery(
    serviceMetadata: string,
    subject: string,
    { sessionIndex, nameIdFormat = persistent, keys = this.#keys }: { sessionIndex?: string; nameIdFormat?: string; keys?: Keys } = {},
  ): string {
    const service = samlify.ServiceProvider({ metadata: serviceMetadata, wantLogoutRequestSigned: true });
    const { context } = providerWith(keys, sha256).createLogoutRequest(
      service,
      'redirect',
      { logoutNameID: subject },
      {
        customTagReplacement: () => ({
          id: newId(),
          context: [
            `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}"`,
            ` Version="2.0" IssueInstant="${instant(0)}" NotOnOrAfter="${instant(120)}"><saml:Issuer>${issuer}</saml:Issuer>`,
            `<saml:NameID Format="${nameIdFormat}">${subject}</saml:NameID>`,
            sessionIndex ? `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>` : '',
            '</samlp:LogoutRequest>',
          ].join(''),
        }),
      },
    );
    return new URL(context).search.slice(1);
  }
}
