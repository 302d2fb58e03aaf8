import { addJob, type JobData } from '#models/bus/jobs';
import type { FollowUp, FollowUpName } from '#models/bus/verb';
import { toId } from '#models/db/model';
import { mailFollowers } from './mail-followers.js';
import { recheckAccess, revokeAccess } from './on-access-revoked.js';
import { releasePlaces } from './on-left.js';
import { renameMemberships } from './on-rename.js';
import { syncOpenFlags } from './on-visibility-changed.js';
import { retractBlocked } from './retract.js';

/** Handlers of follow-ups. Idempotent and safe to run concurrently. */
export const followUps: { [N in FollowUpName]: (data: JobData[N]) => Promise<void> } = {
  'activity.follow': ({ kind, id }) => mailFollowers(kind, toId(id)),
  'activity.leave': ({ user }) => releasePlaces(toId(user)),
  'activity.open': async ({ society }) => void (await syncOpenFlags(toId(society))),
  'activity.part': ({ from, to }) => retractBlocked(toId(from), toId(to)),
  'activity.recheck': ({ user }) => recheckAccess(toId(user)),
  'activity.rename': ({ user }) => renameMemberships(toId(user)),
  'activity.shut': ({ society, user }) => revokeAccess(toId(society), user === null ? null : toId(user)),
};

const repeatAfterMs = 15_000;

/** Runs a follow-up and enqueues it once more, for writes that were under way. Only that second run is lost if the queue loses it. */
export async function runFollowUp({ name, data, jobId }: FollowUp): Promise<void> {
  await followUps[name](data as never);
  await addJob(name, data, { jobId, delay: repeatAfterMs });
}
