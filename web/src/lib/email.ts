import { safeParse } from 'zod/mini';
import { email } from '#models/contract/auth';

/** Uses the contract's rule, so the page and the server never disagree. */
export const looksLikeEmail = (text: string): boolean => safeParse(email, text).success;

/** A mailto link. Encodes the address, so it cannot add a recipient, subject or text to the mail. */
export function mailto(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
