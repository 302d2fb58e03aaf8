import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** CBOR of the few types that an attestation has. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as Buffer)])]);
}

/** COSE key of an ES256 key pair. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

/** What an authenticator claims, other than the truth. */
interface Claims {
  origin?: string;
  rpId?: string;
  counter?: number;
}

const present = 0x01;
const verified = 0x04;
const hasKey = 0x40;

/** An authenticator with one passkey, without a browser. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #site: { origin: string; rpId: string };
  counter = 0;

  constructor(publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#site = { origin, rpId: hostname };
  }

  #clientData(type: string, challenge: string, origin = this.#site.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number, { rpId = this.#site.rpId, counter = this.counter }: Claims, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  }

  /** The answer to the options of a new passkey. */
  create(options: Record<string, unknown>, claims: Claims = {}): Record<string, unknown> {
    const size = Buffer.from([0, this.id.length]);
    const rest = Buffer.concat([Buffer.alloc(16), size, this.id, coseOf(this.#keys.publicKey)]);
    const data = this.#data(present | verified | hasKey, claims, rest);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', String(options.challenge), claims.origin)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** A signed assertion for the options of a request. Counts it, unless the claims have another counter. */
  assert(options: Record<string, unknown>, claims: Claims = {}): Record<string, unknown> {
    if (claims.counter === undefined) this.counter += 1;
    const data = this.#data(present | verified, claims);
    const clientData = this.#clientData('webauthn.get', String(options.challenge), claims.origin);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  #answer(response: object): Record<string, unknown> {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
