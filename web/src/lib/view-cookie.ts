import { isServer } from './on-window';

/**
 * Tells boot.js, which owns the cookie `nadi-view`, that the language, digits, scheme or session in this browser's storage has
 * changed: the gateway renders the next page by it.
 */
export function viewChanged(): void {
  if (!isServer) window.dispatchEvent(new Event('nadi:view'));
}
