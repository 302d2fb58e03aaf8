import type { PlannedPostDoc } from '#models/db/planned-posts';
import { addJob } from './jobs.js';
import { trackInBackground } from './publish.js';

/** Enqueues the job of a scheduled post at its time. The sweeper publishes those whose job was lost. */
export function enqueuePublication({ _id, publishAt }: Pick<PlannedPostDoc, '_id' | 'publishAt'>): void {
  if (!publishAt) return;
  const delay = Math.max(0, publishAt.getTime() - Date.now());
  const jobId = `publish-${_id}-${publishAt.getTime()}`;
  trackInBackground(addJob('activity.publish', { planned: String(_id) }, { jobId, delay, removeOnFail: true }));
}
