import { type Report, reportCreated, reportResolved, reportTaken } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { isWaiting, type ReportDoc, Reports } from '#models/db/reports';
import { reportsToWire } from '#models/db/reports.loaders';
import { reportNotification, reportRetractions, type Stage } from '../answer-notifications.js';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type NotificationSpec, type VerbSpec } from '../verb.js';

export const roomsOf = ({ society }: ReportDoc): string[] => [
  roomOf('platform'),
  ...(society ? [roomOf('societyModerators', String(society))] : []),
];

/** Moderators do not see reports about themselves. */
export const exceptAbout = ({ about }: ReportDoc): Pick<LiveMessage, 'except'> => (about ? { except: String(about) } : {});

/** The message that a moderator has taken a report or put it back; no record backs it. */
export const reportTakenLive = (report: ReportDoc, { ID, Taken_By, version }: Report): LiveMessage => ({
  ...liveMessage(reportTaken, roomsOf(report), { report_id: ID, Taken_By, version }),
  ...exceptAbout(report),
});

const isAt = (report: ReportDoc, stage: Stage): boolean => {
  if (stage === 'opened') return report.status === 'open';
  return stage === 'appealed' ? report.appealed === true : isWaiting(report);
};

/** Notification of those who decide, while the report or its appeal waits. */
export const notifyJudges =
  (stage: Stage) =>
  async (activity: ActivityDoc): Promise<NotificationSpec[]> => {
    const report = await Reports.findById(activity.object).lean();
    return report && isAt(report, stage) ? [await reportNotification(report, stage)] : [];
  };

export const reportCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const report = await Reports.findById(activity.object).lean();
    if (!report) return [];
    const [wire] = await reportsToWire([report]);
    return wire ? [{ ...liveMessage(reportCreated, roomsOf(report), { report: wire }), ...exceptAbout(report) }] : [];
  },
  notifications: notifyJudges('opened'),
  affectedCounters: () => [],
};

const noMessages = async (): Promise<LiveMessage[]> => [];

/** Half of the report's time is over. */
export const reportNudgedVerb: VerbSpec<ActivityDoc> = {
  messages: noMessages,
  notifications: notifyJudges('nudged'),
  affectedCounters: () => [],
};

/** The report's time is over. */
export const reportEscalatedVerb: VerbSpec<ActivityDoc> = {
  messages: noMessages,
  notifications: notifyJudges('escalated'),
  affectedCounters: () => [],
};

const actions = { dismissed: 'dismiss', removed: 'remove', noted: 'note' } as const;

/**
 * The record's object is the report; `params.tellsAuthor` is set if the reported author is to be notified, once for all reports
 * of one thing.
 */
export const reportResolvedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const report = await Reports.findById(activity.object).lean();
    if (!report || report.status === 'open') return [];
    const { _id, status, version } = report;
    const payload = { report_id: String(_id), action: actions[status], version };
    return [{ ...liveMessage(reportResolved, roomsOf(report), payload), ...exceptAbout(report) }];
  },
  async notifications(activity) {
    const report = await Reports.findById(activity.object).lean();
    const [wire] = report ? await reportsToWire([report]) : [];
    if (!report || !wire) return [];
    // 'Something else' names no rule.
    const { outcome: reason, decidedRule } = report;
    const rule: Record<string, string> = decidedRule && decidedRule !== 'something_else' ? { rule: decidedRule } : {};
    const shared = { link: report.status === 'removed' ? '/notifications' : wire.link, society: null };
    // Do not quote the content to the reporter: by now they may not be allowed to see it, and its author may be gone.
    const notifications: NotificationSpec[] = [
      {
        ...shared,
        key: `report:${report._id}`,
        type: 'report_outcome',
        params: { reason, ...rule },
        why: 'reporter',
        audience: () => audienceOf(report.by),
      },
    ];
    const { about } = report;
    if (about && activity.params?.tellsAuthor && report.status !== 'dismissed') {
      const type = report.status === 'removed' ? 'content_removed' : 'content_noted';
      const params = { excerpt: wire.Excerpt, reason, ...rule, kind: report.kind, object: String(report.object) };
      notifications.push({ ...shared, key: `moderated:${report.object}`, type, params, why: 'author', audience: () => audienceOf(about) });
    }
    return notifications;
  },
  async retractions(activity) {
    const report = await Reports.findById(activity.object).lean();
    return report ? reportRetractions(activity, report) : [];
  },
  affectedCounters: () => [],
};
