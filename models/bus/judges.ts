import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import type { ReportDoc } from '#models/db/reports';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { staffWith } from '#models/db/staff.loaders';
import { Users } from '#models/db/users';

/** The people who decide, and the society in which they do, if any. */
export interface Judges {
  people: Id[];
  society: Pick<SocietyDoc, '_id' | 'name'> | null;
}

const canSignIn = { deletedAt: null, suspendedAt: null };

/** People who never judge a report: who made it, whom it is about and, of an appeal, who decided the report. */
const partiesOf = ({ by, about, decidedBy, appealed }: ReportDoc): Id[] =>
  [by, about, appealed ? decidedBy : null].filter((id) => id != null);

const without = (people: readonly Id[], except: readonly Id[]): Id[] => people.filter((id) => !except.some((each) => each.equals(id)));

/** Staff who may decide a report. */
export const staffFor = async (report: ReportDoc): Promise<Judges> => ({
  people: without(await staffWith('moderate'), partiesOf(report)),
  society: null,
});

/** Moderators and admins of a society who may decide a report. */
async function moderatorsFor(society: Id, report: ReportDoc): Promise<Id[]> {
  const found = await Memberships.find({ society, role: { $in: ['admin', 'moderator'] } }, { user: 1 }).lean();
  const others = without(
    found.map(({ user }) => user),
    partiesOf(report),
  );
  return (await Users.find({ _id: { $in: others }, ...canSignIn }, { _id: 1 }).lean()).map(({ _id }) => _id);
}

/** People who decide a report first: the society's moderators and admins or, where none may, staff who moderate. */
export async function judgesFor(report: ReportDoc): Promise<Judges> {
  const society = report.society ? await Societies.findOne({ _id: report.society, removedAt: null }, { name: 1 }).lean() : null;
  const moderators = society ? await moderatorsFor(society._id, report) : [];
  return moderators.length > 0 ? { people: moderators, society } : staffFor(report);
}
