import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { Meta } from '#models/db/meta';
import { retryOnConflict } from '#models/db/retry-on-conflict';

/** The key that signs records, with its certificate. */
interface RecordCertificate {
  /** Key and certificate, as PKCS#12 with an empty password, in base64. */
  p12: string;
  /** Certificate alone. */
  pem: string;
}

const name = 'recordCertificate';
const years = 20;

async function makeCertificate(issuer: string): Promise<RecordCertificate> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { pki } = forge;
  const key = pki.privateKeyFromPem(pair.privateKey);
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(pair.publicKey);
  // The first digit keeps the number positive.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + years);
  const subject = [{ name: 'commonName', value: issuer }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  const p12 = forge.pkcs12.toPkcs12Asn1(key, certificate, '');
  return { p12: forge.util.encode64(forge.asn1.toDer(p12).getBytes()), pem: pki.certificateToPem(certificate) };
}

/** The certificate of this university's records, made once for all processes and stored with the data, as its tickets' key is. */
export async function recordCertificate(issuer: string): Promise<RecordCertificate> {
  const found = await Meta.findById(name).lean();
  if (found) return found.value as RecordCertificate;
  const made = { value: await makeCertificate(issuer) };
  await retryOnConflict(() => Meta.updateOne({ _id: name }, { $setOnInsert: made }, { upsert: true }));
  return recordCertificate(issuer);
}
