import { reportCreated } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { Memberships } from '#models/db/memberships';
import { Posts } from '#models/db/posts';
import { type ReportDoc, Reports, reportToWire } from '#models/db/reports';
import { loadPeople } from '#models/db/users';
import { live } from '../push.js';
import type { VerbSpec } from '../verb.js';

const moderatorsOf = ({ society }: ReportDoc): string[] => (society ? [roomOf('societyModerators', String(society))] : []);

/** Whoever moderates a society does not hear of a report about themselves: then it goes to the platform's admins alone. */
async function isAboutModerator({ kind, object, society }: ReportDoc): Promise<boolean> {
  const author = kind === 'post' ? (await Posts.findById(object, { author: 1 }).lean())?.author : undefined;
  if (!author || !society) return false;
  return (await Memberships.exists({ society, user: author, role: { $in: ['moderator', 'admin'] } })) !== null;
}

export const reportCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const report = await Reports.findById(activity.object).lean();
    if (!report) return [];
    const reporter = (await loadPeople([report.by])).get(String(report.by));
    const rooms = [roomOf('platform'), ...((await isAboutModerator(report)) ? [] : moderatorsOf(report))];
    return [live(reportCreated, rooms, { report: reportToWire(report, reporter) })];
  },
  counted: () => [],
};
