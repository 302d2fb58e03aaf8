import type { Viewer } from './facts.js';
import { hasScope, isStaff, type ScopeHolder } from './scopes.js';
import { mayWrite } from './societies.js';

export const staffRules = {
  'staff.see': (viewer: Viewer | null) => hasScope(viewer, 'all'),
  'staff.change': (viewer: Viewer | null) => mayWrite(viewer) && hasScope(viewer, 'all'),
  'staff.giveUp': (viewer: Viewer | null) => mayWrite(viewer) && isStaff(viewer),
  'platform.manage': (viewer: Viewer | null) => hasScope(viewer, 'all'),
  'audit.see': (viewer: Viewer | null) => hasScope(viewer, 'all'),
  /** Accounts by name or address. */
  'account.list': (viewer: Viewer | null) => hasScope(viewer, 'moderate'),
  /**
   * Not oneself, nor another platform admin, so that the last one cannot be locked out. Others of staff only by a platform admin.
   */
  'account.suspend': (viewer: Viewer | null, { user, ...target }: ScopeHolder & { user: string }) =>
    mayWrite(viewer) &&
    hasScope(viewer, 'moderate') &&
    viewer.id !== user &&
    target.role !== 'admin' &&
    (!isStaff(target) || hasScope(viewer, 'all')),
  'removedSociety.list': (viewer: Viewer | null) => hasScope(viewer, 'approve'),
  'society.restore': (viewer: Viewer | null) => mayWrite(viewer) && hasScope(viewer, 'approve'),
  /** Become the admin of a restored society that has none. */
  'removedSociety.lead': (viewer: Viewer | null) => mayWrite(viewer) && hasScope(viewer, 'all'),
  /** All reports, not those of one society. */
  'report.list': (viewer: Viewer | null) => hasScope(viewer, 'moderate') || hasScope(viewer, 'report'),
  'report.decideAny': (viewer: Viewer | null) => hasScope(viewer, 'moderate'),
  /** All support requests. */
  'ticket.handle': (viewer: Viewer | null) => hasScope(viewer, 'support'),
};
