import { addJob, queue } from '#models/bus/jobs';
import { mailJobId } from '#models/bus/mails';
import { Mails } from '#models/db/mails';
import { type DueOptions, isRipe } from './due.js';

/** Asks again for mails whose job was lost or has failed for long enough. */
export async function askForMails(options: DueOptions): Promise<void> {
  const overdue = await Mails.find({ due: { $lt: new Date(Date.now() - options.dueAfterMs) } }, { _id: 1 })
    .sort({ due: 1 })
    .limit(options.records)
    .lean();
  for (const { _id } of overdue) {
    const jobId = mailJobId(_id);
    const job = await queue('mail').getJob(jobId);
    const state = job ? await job.getState() : 'unknown';
    if (job && state === 'failed' && isRipe(job, options)) await job.retry('failed');
    if (state === 'unknown') await addJob('mail.send', { mail: String(_id) }, { jobId });
  }
}
