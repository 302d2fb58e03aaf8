import { safeParse } from 'zod/mini';
import { email } from '#models/contract/auth';

/** By the contract's own rule, so that the page and the server never disagree. */
export const looksLikeEmail = (text: string): boolean => safeParse(email, text).success;

/** A link that writes to an address: whatever the address holds, it adds no recipient, subject or text to the mail. */
export function mailto(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
