import { randomBytes } from 'node:crypto';
import { familiarDevices } from '#models/contract/limits';
import type { Cookie } from './board-session.js';

const name = 'nadi_browser';
const fits = /^[\w-]{22}$/;

/** A random name for a browser. It opens nothing: it only tells its wrong passwords from those of strangers. */
export const newBrowser = (): string => randomBytes(16).toString('base64url');

/** The name that a browser was given at its last sign-in; null where it has none. */
export function browserOf(cookies: Record<string, string | undefined> | undefined): string | null {
  const value = cookies?.[name];
  return value !== undefined && fits.test(value) ? value : null;
}

/** Sets the name, for the calls that sign in. */
export const browserCookie = (value: string): Cookie => ({
  name,
  value,
  path: '/auth',
  expires: new Date(Date.now() + familiarDevices.days * 86_400_000),
});
