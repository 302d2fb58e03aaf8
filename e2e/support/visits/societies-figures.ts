import { demoSocieties } from '#models/testing/demo';
import type { Visits } from '../visit.js';

const { asked, shared } = demoSocieties;
const insightsOf = (id: string, query = ''): string => `/societies/${id}/insights${query}`;

/** How a society does, and those that are gone. */
export const figureVisits = {
  '/societies/:id/insights': [
    { name: 'the insights, to the admin', who: 'societyAdmin', path: insightsOf(asked.id), picture: 'insights' },
    { name: 'the insights of a year, to who runs Nadi', who: 'platformAdmin', path: insightsOf(shared.id, '?days=365') },
    { name: 'the insights, to a member', who: 'member', path: insightsOf(shared.id) },
  ],
  '/admin/societies': [
    { name: 'the deleted societies', who: 'platformAdmin', path: '/admin/societies', picture: 'admin-societies' },
    { name: 'the deleted societies, to a member', who: 'member', path: '/admin/societies' },
  ],
} satisfies Visits;
