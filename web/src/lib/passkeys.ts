import { getPasskeyChallenge } from '#models/contract/second-step';
import { api } from './api';

type Json = Record<string, unknown>;

/** Whether this browser has passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Lets the browser make a passkey. Rejects where the person does not confirm it. */
export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON: options as never })) as unknown as Json;
}

/** Asks for a passkey in a step of a second factor. Rejects where the person does not confirm it. */
export async function assertPasskey(challenge: string): Promise<Json> {
  const { data } = await api(getPasskeyChallenge, { challenge });
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({ optionsJSON: data.options as never })) as unknown as Json;
}
