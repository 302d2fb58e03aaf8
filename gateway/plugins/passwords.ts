import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Hashes by argon2id with the library's defaults (19 MiB, 2 passes), as OWASP advises. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Verified against when there is no such account, so that both answers take the same time. */
let nobody: Promise<string> | undefined;
const hashOfNobody = (): Promise<string> => {
  nobody ??= hashPassword(randomBytes(16).toString('hex'));
  return nobody;
};

/** Whether this is the password; without a hash it takes the same time, and is false. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await hashOfNobody()), password).catch(() => false);
  return passwordHash !== undefined && isRight;
}
