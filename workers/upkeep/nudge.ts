import { nudgeAfterMs, nudgeId, nudgeNotification, nudgeRetraction } from '#models/bus/nudges';
import { JoinRequests } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { type DispatchOptions, dispatchDefaults, notifyAudience, retractFrom } from '../activity/dispatch.js';
import { oneByOne } from '../one-by-one.js';

/**
 * Reminds a society's admins, once for each request, that it has waited for three days at `now`. Found by a query, so that a
 * lost job loses nothing; delivered once however often and on however many workers it runs. Continues after a failing one, and
 * throws the last error at the end.
 */
export async function nudge(now: number = Date.now(), options: DispatchOptions = dispatchDefaults): Promise<void> {
  const createdAt = { $lte: new Date(now - nudgeAfterMs) };
  const waiting = await JoinRequests.find({ pending: true, createdAt, nudgedAt: null }, { society: 1 })
    .sort({ createdAt: 1 })
    .lean<{ _id: Id; society: Id }[]>();
  await oneByOne(waiting, (request) => nudgeFor(request, now, options));
}

/** Marks the request after the last delivery. Retracts the nudge if the request was decided or withdrawn meanwhile. */
async function nudgeFor(request: { _id: Id; society: Id }, now: number, options: DispatchOptions): Promise<void> {
  const society = await Societies.findById(request.society, { name: 1 }).lean();
  if (!society) return;
  const id = nudgeId(request._id);
  await notifyAudience({ id, actor: null, at: new Date(now), spec: nudgeNotification(society) }, options);
  const { matchedCount } = await JoinRequests.updateOne({ _id: request._id, pending: true }, { $set: { nudgedAt: new Date(now) } });
  if (matchedCount === 0) await retractFrom(nudgeRetraction(request).audience, id, null, options);
}
