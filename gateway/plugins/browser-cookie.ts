import { randomBytes } from 'node:crypto';
import { familiarDevices } from '#models/contract/limits';
import type { Cookie } from './board-session.js';

const name = 'nadi_browser';
const fits = /^[\w-]{22}$/;

/** Makes a random id for a browser. It grants nothing: it only tells the browser's wrong passwords from those of strangers. */
export const newBrowser = (): string => randomBytes(16).toString('base64url');

/** Id that the browser got at its last sign-in; null without one. */
export function browserOf(cookies: Record<string, string | undefined> | undefined): string | null {
  const value = cookies?.[name];
  return value !== undefined && fits.test(value) ? value : null;
}

/** Cookie that carries the id, for the calls that sign in. */
export const browserCookie = (value: string): Cookie => ({
  name,
  value,
  path: '/auth',
  expires: new Date(Date.now() + familiarDevices.days * 86_400_000),
});
