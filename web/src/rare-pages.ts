import { withTexts } from './lib/i18n';
// Their texts are loaded beside them.
import './lib/rare-texts';

/** Loaders of the pages at which no visit begins. Apart from the router, for a smaller first load. */
export const rarePages = {
  NewSociety: withTexts(() => import('./pages/new-society-page'), 'societies', 'society-form', 'create-society'),
  SocietyReports: withTexts(() => import('./pages/society-reports-page'), 'societies', 'moderation', 'notifications'),
  SocietySettings: withTexts(() => import('./pages/society-settings-page'), 'societies', 'society-form', 'society-settings'),
  Insights: withTexts(() => import('./pages/insights-page'), 'societies', 'join-requests', 'insights', 'term-reports'),
  NewEvent: withTexts(() => import('./pages/new-event-page'), 'societies', 'events', 'event-form'),
  EditEvent: withTexts(() => import('./pages/edit-event-page'), 'events', 'event', 'event-form'),
  Attendees: withTexts(() => import('./pages/attendees-page'), 'check-in'),
  CheckIn: withTexts(() => import('./pages/check-in-page'), 'check-in'),
  DoorScreen: withTexts(() => import('./pages/door-screen-page'), 'check-in'),
  Here: withTexts(() => import('./pages/here-page'), 'check-in'),
  EventPoster: withTexts(() => import('./pages/event-poster-page'), 'event', 'poster'),
  SocietyPoster: withTexts(() => import('./pages/society-poster-page'), 'societies', 'poster'),
  Drafts: withTexts(() => import('./pages/drafts-page'), 'posts', 'drafts', 'polls'),
  DataRegister: withTexts(() => import('./pages/data-register-page'), 'privacy', 'data-register'),
  DeletionLedger: withTexts(() => import('./pages/deletion-ledger-page'), 'privacy', 'data-register'),
  Account: withTexts(() => import('./pages/account-page'), 'account', 'profiles', 'notification-kinds', 'push-button', 'term-reports'),
  Recommendations: withTexts(() => import('./pages/recommendations-page'), 'cards', 'recommended-how'),
  Activity: withTexts(() => import('./pages/activity-page'), 'cards'),
  Support: withTexts(() => import('./pages/support-page'), 'support'),
  Trending: withTexts(() => import('./pages/trending-page'), 'cards'),
  ForgotPassword: withTexts(() => import('./pages/forgot-password-page'), 'auth'),
  JoinRequests: withTexts(() => import('./pages/join-requests-page'), 'societies', 'join-requests'),
  Requests: withTexts(() => import('./pages/requests-page'), 'join-requests'),
  Invitations: withTexts(() => import('./pages/invitations-page'), 'invitations'),
  Members: withTexts(() => import('./pages/members-page'), 'societies', 'members'),
  MySocieties: withTexts(() => import('./pages/my-societies-page'), 'societies', 'invitations'),
  SocietyEvents: withTexts(() => import('./pages/society-events-page'), 'societies', 'events'),
  Search: withTexts(() => import('./pages/search-page'), 'search', 'posts', 'events', 'societies'),
  Notifications: withTexts(() => import('./pages/notifications-page'), 'notifications'),
  NotFound: withTexts(() => import('./pages/not-found-page')),
  Tickets: withTexts(() => import('./pages/tickets-page'), 'support'),
  AdminReports: withTexts(() => import('./pages/admin-reports-page'), 'moderation', 'notifications'),
  AdminSupport: withTexts(() => import('./pages/admin-support-page'), 'moderation', 'support'),
  AdminPeople: withTexts(() => import('./pages/admin-people-page'), 'moderation', 'term-reports'),
  AdminAudit: withTexts(() => import('./pages/admin-audit-page'), 'moderation', 'audit'),
  AdminStaff: withTexts(() => import('./pages/admin-staff-page'), 'moderation', 'staff'),
  AdminSocieties: withTexts(() => import('./pages/admin-societies-page'), 'moderation', 'removed-societies', 'members'),
  ResetPassword: withTexts(() => import('./pages/reset-password-page'), 'auth'),
  VerifyEmail: withTexts(() => import('./pages/verify-email-page'), 'auth'),
  UndoEmail: withTexts(() => import('./pages/undo-email-page'), 'auth'),
};

export type RarePage = keyof typeof rarePages;
