import { mostListed, type RosterChange, type RosterPlan, type RosterWarning } from '#models/contract/roster';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { countsOf } from './import-roster.js';
import type { RosterFile } from './roster-file.js';
import { type ImportPlan, type PlannedChange, planImport } from './roster-plan.js';

/** First the changes that end or begin something. */
const order = ['gone', 'back', 'changed', 'new'] as const;

const changeToWire = ({ kind, line, after, fields, account }: PlannedChange): RosterChange => ({
  Kind: kind,
  Line: line,
  Number: after.number,
  Name: after.name,
  Fields: fields,
  Account_ID: account ? String(account._id) : null,
});

/** Societies whose every admin is among the people who leave. */
async function societiesWithoutAdmin(leaving: readonly PlannedChange[]): Promise<RosterWarning[]> {
  const changes = new Map(leaving.map((change) => [String(change.account?._id), change]));
  const ids = leaving.flatMap(({ account }): Id[] => (account ? [account._id] : []));
  const led = await Memberships.find({ user: { $in: ids }, role: 'admin' }, { society: 1, user: 1 }).lean();
  const societies = led.map(({ society }) => society);
  const [admins, present] = await Promise.all([
    Memberships.find({ society: { $in: societies }, role: 'admin' }, { society: 1, user: 1 }).lean(),
    Societies.find({ _id: { $in: societies }, removedAt: null }, { name: 1 }).lean(),
  ]);
  const staying = new Set(admins.filter(({ user }) => !changes.has(String(user))).map(({ society }) => String(society)));
  const names = new Map(present.map(({ _id, name }) => [String(_id), name]));
  return led.flatMap(({ society, user }): RosterWarning[] => {
    const [id, societyName] = [String(society), names.get(String(society))];
    if (societyName === undefined || staying.has(id)) return [];
    const { number = '', name = '' } = changes.get(String(user))?.after ?? {};
    return [{ Kind: 'only_admin', Number: number, Name: name, Society_ID: id, Society_Name: societyName }];
  });
}

async function warningsOf({ changes }: ImportPlan): Promise<RosterWarning[]> {
  const gone = changes.filter(({ kind }) => kind === 'gone');
  const admins = gone.filter(({ account }) => account?.role === 'admin');
  return [
    ...admins.map(({ after: { number, name } }) => ({
      Kind: 'platform_admin' as const,
      Number: number,
      Name: name,
      Society_ID: null,
      Society_Name: '',
    })),
    ...(await societiesWithoutAdmin(gone.filter(({ effect }) => effect === 'leaves'))),
  ];
}

/**
 * The dry run of an import.
 *
 * @param most maximum number of changes and warnings in the answer; the hash and the counts are of all
 */
export async function planRosterImport(file: RosterFile, confirmMissing: boolean, most = mostListed): Promise<RosterPlan> {
  const plan = await planImport(file, confirmMissing);
  const sorted = order.flatMap((kind) => plan.changes.filter((change) => change.kind === kind));
  return {
    Plan: plan.hash,
    Counts: countsOf(plan),
    Needs_Confirmation: plan.needsConfirmation,
    Changes: sorted.slice(0, most).map(changeToWire),
    Warnings: (await warningsOf(plan)).slice(0, most),
    Wrong_Lines: file.wrongLines,
    Wrong: file.wrong,
    Ignored_Columns: file.ignoredColumns,
  };
}
