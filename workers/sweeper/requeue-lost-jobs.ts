import type { JobsOptions } from 'bullmq';
import { erasureJobId, restorationJobId, withdrawalJobId } from '#models/bus/account-deletion';
import { addJob, type JobData, type JobName, queue, queueOf } from '#models/bus/jobs';
import { isNews, mailJob } from '#models/bus/mails';
import { pushJobId } from '#models/bus/web-push-jobs';
import { type MailKind, Mails, mailKinds } from '#models/db/mails';
import { Notifications } from '#models/db/notifications';
import { type UserDoc, Users } from '#models/db/users';
import { isRetryDue, type RequeueOptions } from './requeue-outbox.js';

/** Documents with `due` whose job may be lost, and that job. */
interface JobSource {
  find(before: Date, limit: number): Promise<{ job: JobName; options: JobsOptions & { jobId: string }; data: JobData[JobName] }[]>;
}

const mails = (kinds: readonly MailKind[]): JobSource => ({
  find: async (before, limit) => {
    const found = await Mails.find({ kind: { $in: kinds }, due: { $lt: before } }, { kind: 1, due: 1 })
      .sort({ due: 1 })
      .limit(limit)
      .lean();
    return found.map((mail) => ({ job: 'mail.send', options: mailJob(mail), data: { mail: String(mail._id) } }));
  },
});
const urgent = mails(mailKinds.filter((kind) => !isNews(kind)));
const news = mails(mailKinds.filter(isNews));

const pushes: JobSource = {
  find: async (before, limit) => {
    const found = await Notifications.find({ pushDue: { $lt: before } }, { _id: 1 })
      .sort({ pushDue: 1 })
      .limit(limit)
      .lean();
    return found.map(({ _id }) => ({ job: 'push.send', options: { jobId: pushJobId(_id) }, data: { notification: String(_id) } }));
  },
};

type Moving = Pick<UserDoc, '_id' | 'leaving' | 'returning'> & { grace?: Pick<NonNullable<UserDoc['grace']>, 'since' | 'rounds'> };

/** The job that an account with `due` waits for, and its id. */
function accountJob({ _id, leaving: left, grace, returning }: Moving): [job: JobName, jobId: string] {
  if (grace) return ['accounts.withdraw', withdrawalJobId(_id, grace.since, grace.rounds)];
  if (returning) return ['accounts.restore', restorationJobId(_id, returning.since)];
  return ['accounts.forget', erasureJobId(_id, left?.rounds ?? 0)];
}

const leaving: JobSource = {
  find: async (before, limit) => {
    const found = await Users.find({ due: { $lt: before } }, { leaving: 1, 'grace.since': 1, 'grace.rounds': 1, returning: 1 })
      .sort({ due: 1 })
      .limit(limit)
      .lean<Moving[]>();
    return found.map((account) => {
      const [job, jobId] = accountJob(account);
      return { job, options: { jobId }, data: { user: String(account._id) } };
    });
  },
};

/**
 * Requeues overdue work whose job was lost, or has failed for long enough. Urgent work first; of kinds that may have thousands
 * only a few in a sweep, so that nothing else is delayed.
 */
export async function requeueLostJobs(options: RequeueOptions): Promise<void> {
  const before = new Date(Date.now() - options.dueAfterMs);
  const parts = [
    [urgent, options.records],
    [leaving, options.records],
    [news, options.news],
    [pushes, options.news],
  ] as const;
  for (const [{ find }, limit] of parts)
    for (const { job: name, options: jobOptions, data } of await find(before, limit)) {
      const job = await queue(queueOf(name)).getJob(jobOptions.jobId);
      const state = job ? await job.getState() : 'unknown';
      if (job && state === 'failed' && isRetryDue(job, options)) await job.retry('failed');
      if (state === 'unknown') await addJob(name, data, jobOptions);
    }
}
