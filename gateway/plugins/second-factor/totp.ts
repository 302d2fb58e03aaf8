import { Secret, TOTP } from 'otpauth';

const secretBytes = 20;
/** Seconds of a time step, and the steps before and after the present one whose codes count. */
const period = 30;
const window = 1;
const digits = 6;

/** A new secret of an authenticator app. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes);

const totpOf = (secret: Buffer, label = ''): TOTP => {
  const bytes = new Uint8Array(secret);
  return new TOTP({ issuer: 'Nadi', label, secret: new Secret({ buffer: bytes.buffer }), digits, period });
};

/** A secret as people type it, and the address that a QR code of it has. */
export function showTotp(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Time step of a code, the present one or a neighbour; null for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now, window });
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta;
}
