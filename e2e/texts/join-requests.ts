import type { Page } from 'playwright/test';
import { getJoinRequests } from '#models/contract/join-request-queue';
import type { JoinRequest } from '#models/contract/join-requests';
import { getSocietyInfo } from '#models/contract/societies';
import { exampleId, exampleOf, type Scenario, yes } from './scenario.js';

const at = `/societies/${exampleId}/join-requests`;
const society = exampleOf(getSocietyInfo);
const run = { ...society, Role: 'admin' as const, Can: { ...society.Can, manage: true, manageRequests: true } };
const [example] = exampleOf(getJoinRequests) as [JoinRequest];
const nameless: JoinRequest = { ...example, User_Name: '', Status: 'pending', Decided_By: null, Decided_At: null, Reason: '', History: [] };
const requests = (found: JoinRequest[]) =>
  yes(getJoinRequests, found, { counts: { pending: found.length, approved: 0, rejected: 0, total: found.length } });
const choose = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name }).click();

/** The join requests of a society, to its admin. */
export const joinRequestScenarios: Scenario[] = [
  {
    name: 'a request of somebody without a name',
    who: 'member',
    at,
    answers: [yes(getSocietyInfo, run), requests([nameless])],
    act: async (page) => {
      await page.getByText('Select a Request', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Unknown User', exact: true }).click();
    },
    shows: [
      'Join Requests',
      'Pending Requests',
      'Approved',
      'Rejected',
      'Total Requests',
      'All Requests',
      'Pending',
      'Select a Request',
      'Unknown User',
      'Approve',
      'Reject',
    ],
  },
  {
    name: 'no request is pending, nor any other there',
    who: 'member',
    at,
    answers: [yes(getSocietyInfo, run), requests([])],
    act: async (page) => {
      await page.getByText('No pending join requests at the moment.').waitFor();
      await choose(page, /^All Requests/);
    },
    shows: ['No requests found', 'No pending join requests at the moment.', 'Try changing the filter to see other requests.'],
  },
];
