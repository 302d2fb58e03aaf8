import { getInvitations, type Invitation } from '#models/contract/invitations';
import { onCall, yes } from './fake-server';

/** Serves the viewer's open invitations. */
export const serveInvitations = (...found: Invitation[]): void => onCall(getInvitations, () => yes(getInvitations, found, { next: null }));
