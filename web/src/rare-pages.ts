import { withTexts } from './lib/i18n';

/** Loaders of the pages that only admins, organizers or links in mails open. Apart from the router, for a smaller first load. */
export const rarePages = {
  NewSociety: withTexts(() => import('./pages/new-society-page'), 'societies', 'society-form', 'create-society'),
  SocietyReports: withTexts(() => import('./pages/society-reports-page'), 'societies', 'moderation', 'notifications'),
  SocietySettings: withTexts(() => import('./pages/society-settings-page'), 'societies', 'society-form', 'society-settings'),
  Insights: withTexts(() => import('./pages/insights-page'), 'societies', 'join-requests', 'insights', 'term-reports'),
  NewEvent: withTexts(() => import('./pages/new-event-page'), 'societies', 'events', 'event-form'),
  EditEvent: withTexts(() => import('./pages/edit-event-page'), 'events', 'event', 'event-form'),
  Attendees: withTexts(() => import('./pages/attendees-page'), 'events', 'check-in'),
  CheckIn: withTexts(() => import('./pages/check-in-page'), 'events', 'check-in'),
  EventPoster: withTexts(() => import('./pages/event-poster-page'), 'events', 'event', 'poster'),
  SocietyPoster: withTexts(() => import('./pages/society-poster-page'), 'societies', 'poster'),
  Drafts: withTexts(() => import('./pages/drafts-page'), 'posts', 'drafts', 'polls'),
  Tickets: withTexts(() => import('./pages/tickets-page'), 'support'),
  AdminReports: withTexts(() => import('./pages/admin-reports-page'), 'moderation', 'support', 'notifications'),
  AdminSupport: withTexts(() => import('./pages/admin-support-page'), 'moderation', 'support'),
  AdminPeople: withTexts(() => import('./pages/admin-people-page'), 'moderation', 'support', 'roster', 'term-reports'),
  AdminAudit: withTexts(() => import('./pages/admin-audit-page'), 'moderation', 'audit'),
  AdminSocieties: withTexts(() => import('./pages/admin-societies-page'), 'moderation', 'removed-societies'),
  ResetPassword: withTexts(() => import('./pages/reset-password-page'), 'auth'),
  VerifyEmail: withTexts(() => import('./pages/verify-email-page'), 'auth'),
  UndoEmail: withTexts(() => import('./pages/undo-email-page'), 'auth'),
};

export type RarePage = keyof typeof rarePages;
