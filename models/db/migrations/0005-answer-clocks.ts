import { reportClock, supportClock } from '../answer-clock.js';
import { Reports } from '../reports.js';
import { SupportRequests } from '../support-requests.js';
import type { Migration, MigrationContext } from './migration.js';

/** Starts the clock of what is open and has none: its time begins now, not in the past, so that nothing is late at once. */
async function startClocks({ timeZone }: MigrationContext): Promise<number> {
  const now = new Date();
  const open = { status: 'open', dueAt: null } as const;
  const reports = await Reports.updateMany(open, { $set: reportClock(now, { timeZone }) });
  const tickets = await SupportRequests.updateMany(open, { $set: supportClock(now, { timeZone }) });
  return reports.modifiedCount + tickets.modifiedCount;
}

export const answerClocks: Migration = { id: '0005-answer-clocks', up: startClocks, catchUp: startClocks };
