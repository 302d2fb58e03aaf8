import type { SupportRequestFacts, Viewer } from './facts.js';
import { hasScope } from './scopes.js';

export const supportRules = {
  /** Also for visitors and people with an unverified address, who may need help with just that. */
  'ticket.create': (viewer: Viewer | null) => !viewer?.suspended,
  'ticket.see': (viewer: Viewer | null, ticket: SupportRequestFacts) =>
    viewer !== null && !viewer.suspended && (viewer.id === ticket.user || hasScope(viewer, 'support')),
};
