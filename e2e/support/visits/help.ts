import { demoSocieties } from '#models/testing/demo';
import { withReports, withTickets } from '../found.js';
import type { Visits } from '../visit.js';

export const helpVisits = {
  '/support': [
    { name: 'the support, to a visitor', who: 'visitor', path: '/support' },
    { name: 'the support, to a member', who: 'member', path: '/support', picture: 'support' },
  ],
  '/support/tickets': [{ name: 'the own tickets', who: 'member', path: withTickets('/support/tickets'), picture: 'tickets' }],
  '/about': [{ name: 'what Nadi is', who: 'visitor', path: '/about', picture: 'about' }],
  '/terms': [{ name: 'the terms', who: 'visitor', path: '/terms', picture: 'terms' }],
  '/privacy': [{ name: 'the privacy policy', who: 'visitor', path: '/privacy', picture: 'privacy' }],
  '/privacy/register': [{ name: 'the data register', who: 'visitor', path: '/privacy/register', picture: 'privacy-register' }],
  '/privacy/ledger': [{ name: 'the deletion ledger', who: 'visitor', path: '/privacy/ledger' }],
  '/societies/:id/reports': [
    {
      name: "a society's reports, to its admin",
      who: 'societyAdmin',
      path: withReports(`/societies/${demoSocieties.asked.id}/reports`),
      picture: 'society-reports',
    },
  ],
  '/admin/reports': [
    { name: 'the reports', who: 'platformAdmin', path: withReports('/admin/reports'), picture: 'admin-reports' },
    { name: 'the reports, to a member', who: 'member', path: '/admin/reports' },
  ],
  '/admin/support': [{ name: 'the support inbox', who: 'platformAdmin', path: withTickets('/admin/support'), picture: 'admin-support' }],
  '/admin/audit': [
    { name: 'the audit trail', who: 'platformAdmin', path: '/admin/audit', picture: 'admin-audit' },
    { name: 'the audit trail, to a member', who: 'member', path: '/admin/audit' },
  ],
  '/admin/staff': [
    { name: 'the staff rights', who: 'platformAdmin', path: '/admin/staff', picture: 'admin-staff' },
    { name: 'the staff rights, to a member', who: 'member', path: '/admin/staff' },
  ],
  '/admin/people': [{ name: 'the people', who: 'platformAdmin', path: '/admin/people', picture: 'admin-people' }],
} satisfies Visits;
