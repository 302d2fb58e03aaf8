import { reportAppealed } from '#models/contract/report-appeals';
import type { ActivityDoc } from '#models/db/activities';
import { Reports } from '#models/db/reports';
import { reportsToWire } from '#models/db/reports.loaders';
import { reportRetractions } from '../answer-notifications.js';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type VerbSpec } from '../verb.js';
import { exceptAbout, notifyJudges, roomsOf } from './reports.js';

/** The report with its appeal, for those who decide; its author does not see the report. */
async function messages({ object }: ActivityDoc): Promise<LiveMessage[]> {
  const report = await Reports.findById(object).lean();
  const [wire] = report?.appeal ? await reportsToWire([report]) : [];
  return report && wire ? [{ ...liveMessage(reportAppealed, roomsOf(report), { report: wire }), ...exceptAbout(report) }] : [];
}

/** The record's object is the report, as in all verbs of this file. */
export const reportAppealedVerb: VerbSpec<ActivityDoc> = {
  messages,
  notifications: notifyJudges('appealed'),
  affectedCounters: () => [],
};

/** Notifies the author, unless the appeal was withdrawn, and nobody else. */
export const reportAppealDecidedVerb: VerbSpec<ActivityDoc> = {
  messages,
  async notifications({ object }) {
    const report = await Reports.findById(object).lean();
    const [wire] = report ? await reportsToWire([report]) : [];
    const { about, appeal } = report ?? {};
    if (!report || !wire || !about || !appeal || appeal.status === 'open' || appeal.status === 'withdrawn') return [];
    const isRestored = appeal.status === 'restored';
    return [
      {
        isUnsigned: true,
        key: `appeal:${report._id}`,
        type: isRestored ? 'appeal_granted' : 'appeal_rejected',
        params: { excerpt: wire.Excerpt, reason: appeal.note },
        link: isRestored ? wire.link : '/notifications',
        why: 'author',
        audience: () => audienceOf(about),
        society: null,
      },
    ];
  },
  async retractions(activity) {
    const report = await Reports.findById(activity.object).lean();
    return report ? reportRetractions(activity, report) : [];
  },
  affectedCounters: () => [],
};
