import { getReports, resolveReport } from '#models/contract/reports';
import { createTicket, getMyTickets, replyToTicket } from '#models/contract/support';
import { write } from '../texts/help.js';
import { exampleOf, yes } from '../texts/scenario.js';
import { confirm, type FailingAction } from './failing-action.js';

const tickets = exampleOf(getMyTickets).map((ticket) => ({ ...ticket, Status: 'open' as const }));
const reports = exampleOf(getReports).map((report) => ({ ...report, kind: 'post' as const, status: 'open' as const }));
const counts = { open: reports.length, appealed: 0, dismissed: 0, removed: 0, noted: 0 };
const deciding = { who: 'admin', at: '/admin/reports', call: resolveReport, answers: [yes(getReports, reports, { counts })] } as const;

/** Actions of support and moderation, by users and by staff. */
export const helping: FailingAction[] = [
  {
    name: 'a question to the support team',
    who: 'member',
    at: '/support',
    call: createTicket,
    act: (page) => write(page, 'Technical'),
    often: 'You have sent five messages today.',
  },
  {
    name: 'a reply to the support team',
    who: 'member',
    at: '/support/tickets',
    call: replyToTicket,
    answers: [yes(getMyTickets, tickets)],
    act: async (page) => {
      await page.getByRole('main').getByRole('textbox').first().fill('Still waiting');
      await page.getByRole('button', { name: 'Send reply' }).first().click();
    },
  },
  {
    ...deciding,
    name: 'a report that is dismissed',
    act: (page) => page.getByRole('article').first().getByRole('button', { name: 'Dismiss' }).click(),
  },
  {
    ...deciding,
    name: 'the removal of what was reported',
    act: async (page) => {
      await page.getByRole('article').first().getByRole('button', { name: 'Remove' }).click();
      await confirm(page, 'Remove');
    },
  },
];
