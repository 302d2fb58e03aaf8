import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { SecondFactorDoc } from '#models/db/second-factors';

/** A person for whom a browser makes a passkey. */
interface PasskeyOwner {
  id: string;
  name: string;
  email: string;
}

/** JSON of WebAuthn as the contract has it. */
type Json = Record<string, unknown>;

/** The site of passkeys, by the public address: its origin, and its host as the id. */
function siteOf(publicUrl: string): { origin: string; id: string } {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, id: hostname };
}

const credentialsOf = (passkeys: readonly SecondFactorDoc[]) =>
  passkeys.flatMap(({ credential, transports }) => (credential ? [{ id: credential, ...(transports ? { transports } : {}) }] : []));

/** Options for a new passkey, other than the existing ones, and their challenge. */
export async function passkeyCreation(publicUrl: string, owner: PasskeyOwner, existing: readonly SecondFactorDoc[]) {
  const options = await generateRegistrationOptions({
    rpName: 'Nadi',
    rpID: siteOf(publicUrl).id,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: 'none',
    excludeCredentials: credentialsOf(existing),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { options: options as unknown as Json, challenge: options.challenge };
}

/** The passkey that a browser made for this challenge on this site; null for an invalid answer. */
export async function createdPasskey(publicUrl: string, challenge: string, attestation: Json): Promise<WebAuthnCredential | null> {
  const site = siteOf(publicUrl);
  const verified = await verifyRegistrationResponse({
    response: attestation as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }).catch(() => null);
  return verified?.verified ? verified.registrationInfo.credential : null;
}

/** Options for an assertion by one of these passkeys, and their challenge. */
export async function passkeyRequest(publicUrl: string, passkeys: readonly SecondFactorDoc[]) {
  const options = await generateAuthenticationOptions({
    rpID: siteOf(publicUrl).id,
    allowCredentials: credentialsOf(passkeys),
    userVerification: 'preferred',
  });
  return { options: options as unknown as Json, challenge: options.challenge };
}

/** Counter of a valid assertion by this passkey for this challenge on this site; null for an invalid one, or a counter that went back. */
export async function counterOfAssertion(
  publicUrl: string,
  challenge: string,
  { credential = '', publicKey = '', counter = 0 }: SecondFactorDoc,
  assertion: Json,
): Promise<number | null> {
  const site = siteOf(publicUrl);
  const verified = await verifyAuthenticationResponse({
    response: assertion as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: credential, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: false,
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
