import { nudgeAfterMs, nudgeId, nudgeNotification, nudgeRetraction } from '#models/bus/nudges';
import { JoinRequests } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { type DispatchOptions, dispatchDefaults, notifyAudience, retractFrom } from '../activity/dispatch.js';
import { oneByOne } from '../one-by-one.js';

/**
 * Tells a society's admins, once a request, that it has waited for three days at `now`. Found by a scan, so that a lost job
 * loses nothing; told once however often and from how many workers it runs. One that fails does not keep the others, and the
 * last fault is thrown in the end.
 */
export async function nudge(now: number = Date.now(), options: DispatchOptions = dispatchDefaults): Promise<void> {
  const createdAt = { $lte: new Date(now - nudgeAfterMs) };
  const waiting = await JoinRequests.find({ pending: true, createdAt, nudgedAt: null }, { society: 1 })
    .sort({ createdAt: 1 })
    .lean<{ _id: Id; society: Id }[]>();
  await oneByOne(waiting, (request) => nudgeFor(request, now, options));
}

/** Marked after the last admin was told. Where it was decided or withdrawn meanwhile, that is taken back. */
async function nudgeFor(request: { _id: Id; society: Id }, now: number, options: DispatchOptions): Promise<void> {
  const society = await Societies.findById(request.society, { name: 1 }).lean();
  if (!society) return;
  const id = nudgeId(request._id);
  await notifyAudience({ id, actor: null, at: new Date(now), spec: nudgeNotification(society) }, options);
  const { matchedCount } = await JoinRequests.updateOne({ _id: request._id, pending: true }, { $set: { nudgedAt: new Date(now) } });
  if (matchedCount === 0) await retractFrom(nudgeRetraction(request).audience, id, null, options);
}
