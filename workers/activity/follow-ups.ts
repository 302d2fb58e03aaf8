import { addJob, type JobData } from '#models/bus/jobs';
import type { FollowUp, FollowUpName } from '#models/bus/verb';
import { toId } from '#models/db/model';
import { settleOpen } from './open.js';
import { partNotifications } from './part.js';
import { renameMemberships } from './rename.js';
import { shutOut } from './shut.js';

/** What each of them does: all can run twice, and beside another. */
export const followUps: { [N in FollowUpName]: (data: JobData[N]) => Promise<void> } = {
  'activity.open': async ({ society }) => void (await settleOpen(toId(society))),
  'activity.part': ({ from, to }) => partNotifications(toId(from), toId(to)),
  'activity.rename': ({ user }) => renameMemberships(toId(user)),
  'activity.shut': ({ society, user }) => shutOut(toId(society), user === null ? null : toId(user)),
};

const againMs = 15_000;

/** Does it, and asks for it once more: only that second time, for what was being written meanwhile, is known to the queue alone. */
export async function follow({ name, data, jobId }: FollowUp): Promise<void> {
  await followUps[name](data as never);
  await addJob(name, data, { jobId, delay: againMs });
}
