import type { TicketFacts, Viewer } from './facts.js';
import { isPlatformAdmin } from './societies.js';

export const supportRules = {
  /** Also for visitors, and for who waits for an address to be verified: help with just that may be needed. */
  'ticket.create': (viewer: Viewer | null) => !viewer?.suspended,
  'ticket.see': (viewer: Viewer | null, ticket: TicketFacts) =>
    viewer !== null && !viewer.suspended && (viewer.id === ticket.user || isPlatformAdmin(viewer)),
};
