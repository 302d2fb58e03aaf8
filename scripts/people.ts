import { readFileSync, statSync } from 'node:fs';
import { closeBus, openBus } from '#models/bus/open';
import { importRoster } from '#models/commands/import-roster';
import { planRosterImport } from '#models/commands/plan-roster';
import { readRosterFile } from '#models/commands/roster-file';
import { errors } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import { largestRoster, type RosterChange, type RosterCounts, type RosterPlan, type WrongRosterLine } from '#models/contract/roster';
import { runAudited } from '#models/db/audit-draft';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { storeUris } from '#models/env';

const faults: Record<WrongRosterLine['Fault'], string> = {
  required: 'is empty',
  repeated: 'is in an earlier line, too',
  too_long: 'is too long',
  bad_characters: 'has hidden characters',
  bad_email: 'is no address',
  unknown_choice: 'is none of the choices',
  bad_number: 'is no number',
  malformed: 'has a quote that never ends, or is too long',
};

const wrongLine = ({ Line, Column, Fault }: WrongRosterLine): string => `Line ${Line}: ${Column ?? 'it'} ${faults[Fault]}.`;

function changeLine({ Kind, Number: number, Name, Fields, Account_ID }: RosterChange): string {
  const fields = Fields.map(({ Field, Before, After }) => `${Field}: ${Before || '–'} → ${After || '–'}`).join(', ');
  return [Kind.padEnd(8), number, Name, fields, Kind === 'gone' && Account_ID ? '(has an account)' : ''].filter(Boolean).join('  ');
}

const countLine = ({ New, Changed, Back, Gone, Same, Missing }: RosterCounts): string =>
  `${New} new, ${Changed} changed, ${Back} back, ${Gone} gone, ${Same} the same, ${Missing} missing from the file.`;

function warningLine({ Kind, Number: number, Name, Society_Name }: RosterPlan['Warnings'][number]): string {
  const person = `${number} ${Name}`.trim();
  return Kind === 'only_admin'
    ? `${person} leaves ${Society_Name} without an admin.`
    : `${person} is a platform admin: the account stays open.`;
}

function print(plan: RosterPlan): void {
  for (const change of plan.Changes) console.log(changeLine(change));
  for (const warning of plan.Warnings) console.log(`Warning: ${warningLine(warning)}`);
  for (const line of plan.Wrong_Lines) console.log(wrongLine(line));
  if (plan.Ignored_Columns.length > 0) console.log(`Columns that are not read: ${plan.Ignored_Columns.join(', ')}.`);
  console.log(countLine(plan.Counts));
}

const byCommandLine = { actor: null, address: '', device: 'npm run people' };
const auditFacts = { call: 'applyRoster', staff: true, society: null, subject: null, details: {}, ...byCommandLine };

/** Shows the plan, and applies it if asked. Returns the exit status. */
async function run(file: string, options: readonly string[]): Promise<number> {
  if (statSync(file).size > largestRoster) throw new Failure('too_large');
  const confirmMissing = options.includes('--confirm-missing');
  const roster = await readRosterFile(readFileSync(file));
  const plan = await planRosterImport(roster, confirmMissing, Number.POSITIVE_INFINITY);
  print(plan);
  if (plan.Wrong > 0) {
    console.log(`Wrong lines: ${plan.Wrong}. Correct them first; nothing is changed.`);
    return 1;
  }
  if (plan.Needs_Confirmation) {
    console.log(`Missing from the file: ${plan.Counts.Missing}. If all of them have left, add --confirm-missing; nothing is changed.`);
    return 1;
  }
  if (!options.includes('--apply')) {
    console.log('Nothing is changed yet: add --apply.');
    return 0;
  }
  const imported = () => importRoster(roster, { confirmMissing, hash: plan.Plan, by: byCommandLine });
  await runAudited(auditFacts, imported, () => null);
  console.log('Imported.');
  return 0;
}

const [file = '', ...options] = process.argv.slice(2);
const { mongoUri, redisUrl, queuesUrl } = storeUris();
await connect(mongoUri);
openBus(redisUrl, undefined, queuesUrl);
try {
  await createIndexes();
  process.exitCode = await run(file, options);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.log(Object.values(error.fields ?? {})[0] ?? errors[error.code][1]);
  process.exitCode = 1;
} finally {
  await closeBus();
  await disconnect();
}
