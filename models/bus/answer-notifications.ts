import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import type { ReportDoc } from '#models/db/reports';
import { staffWith } from '#models/db/staff.loaders';
import type { SupportRequestDoc } from '#models/db/support-requests';
import { type Judges, judgesFor, staffFor } from './judges.js';
import { audienceOf, type NotificationSpec, type Retraction } from './verb.js';

/** Reason of a notification to those who answer: something new, an appeal, a reminder, or that nobody has answered in time. */
export type Stage = 'opened' | 'appealed' | 'nudged' | 'escalated';

const typesOf = {
  report: { opened: 'report_opened', appealed: 'appeal_opened', nudged: 'answer_waiting', escalated: 'escalated' },
  ticket: { opened: 'ticket_opened', nudged: 'answer_waiting', escalated: 'escalated' },
} as const;

function shared({ people, society }: Judges): Pick<NotificationSpec, 'isUnsigned' | 'why' | 'audience' | 'society'> {
  return {
    isUnsigned: true,
    why: society ? 'judge' : 'staff',
    audience: () => audienceOf(...people),
    society: society?._id ?? null,
  };
}

/** Notification about a report to those who may decide it; when its time is over, to staff. */
export async function reportNotification(report: ReportDoc, stage: Stage): Promise<NotificationSpec> {
  const judges = stage === 'escalated' ? await staffFor(report) : await judgesFor(report);
  const { society } = judges;
  return {
    ...shared(judges),
    // Several reports of one thing are one notification while it is unread.
    key: stage === 'opened' ? `reported:${report.object}` : `${stage}:${report._id}`,
    type: typesOf.report[stage],
    params: society ? { society: society.name } : {},
    link: society ? `/societies/${society._id}/reports` : '/admin/reports',
  };
}

/** Notification about a support request to the support team. */
export async function supportNotification(
  { _id, user, subject }: SupportRequestDoc,
  stage: Exclude<Stage, 'appealed'>,
): Promise<NotificationSpec> {
  const others = (await staffWith('support')).filter((admin) => !user?.equals(admin));
  return {
    ...shared({ people: others, society: null }),
    key: `${stage}:${_id}`,
    type: typesOf.ticket[stage],
    params: { subject },
    link: '/admin/support',
  };
}

/** Earlier records of this object with these verbs, whose deliveries to these people are retracted. */
async function retractionsOf({ object, at }: ActivityDoc, verbs: Verb[], people: Judges['people']): Promise<Retraction[]> {
  const records = await Activities.find({ object, verb: { $in: verbs }, at: { $lte: at } }, { _id: 1 }).lean();
  return records.map(({ _id }) => ({ record: { _id, actor: null }, audience: () => audienceOf(...people) }));
}

/** Retractions once a report or its appeal is decided: nobody else has to. */
export async function reportRetractions(activity: ActivityDoc, report: ReportDoc): Promise<Retraction[]> {
  const [judges, staff] = await Promise.all([judgesFor(report), staffFor(report)]);
  return retractionsOf(
    activity,
    ['report.created', 'report.appealed', 'report.nudged', 'report.escalated'],
    [...judges.people, ...staff.people],
  );
}

/** Retractions once a support request is no longer open. */
export const supportRetractions = async (activity: ActivityDoc): Promise<Retraction[]> =>
  retractionsOf(activity, ['ticket.created', 'ticket.nudged', 'ticket.escalated'], await staffWith('support'));
