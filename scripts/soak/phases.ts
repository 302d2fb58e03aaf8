import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { anyRecordModel, type RecordKind, recordModels } from '#models/bus/records';
import type { ApiResult } from '#models/testing/api-client';
import type { SimulatedUser } from '#models/testing/simulated-user';
import { doSomething } from './acts.js';
import type { SoakWorld } from './world.js';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Does it for all of them, so many at once. */
async function inTurns<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Opens the pages of everybody, a few people at a time. */
export const openAll = ({ people }: SoakWorld): Promise<void> => inTurns(people, 10, (each) => each.open());

export interface Faults {
  /** Answers that nobody should get, each with how often. */
  answers: Map<string, number>;
}

const progressEveryMs = 10_000;
const atOnce = 16;
/** Longest wait for those who are away. */
const returnMs = 60_000;
/** Refused for a good reason: it is gone meanwhile, one may not, it is full. */
const isFair = (status: number): boolean => status < 300 || status === 403 || status === 404 || status === 409;

function count({ answers }: Faults, what: string): void {
  say(`${new Date().toISOString()}  fault: ${what}`);
  answers.set(what, (answers.get(what) ?? 0) + 1);
}

/** Does it, and counts the answers that nobody should get. A person who is being suspended may be refused. */
async function judge(work: Promise<ApiResult<unknown>[]>, isSuspended: () => boolean, faults: Faults): Promise<void> {
  try {
    for (const { status, code } of await work)
      if (!isFair(status) && !(status === 401 && isSuspended())) count(faults, `${status} ${code ?? ''}`.trim());
  } catch (error) {
    count(faults, error instanceof Error ? error.message : String(error));
  }
}

/** Undoes what is due; at the end of a phase everything by which a person comes back. */
async function undo({ undoings }: SoakWorld, isDue: (undoing: SoakWorld['undoings'][number]) => boolean, faults: Faults): Promise<void> {
  const due = undoings.filter(isDue);
  for (const each of due) undoings.splice(undoings.indexOf(each), 1);
  await Promise.all(due.map((each) => judge(each.run(), () => false, faults)));
}

/** People chosen by chance do things chosen by chance, `rate` of them a second, for so long. */
export async function act(world: SoakWorld, ms: number, rate: number, faults: Faults, describe: () => string): Promise<number> {
  const { people, random, suspended } = world;
  const busy = new Set<SimulatedUser>();
  const undone = new Set<Promise<void>>();
  const begun = Date.now();
  let done = 0;
  const one = async (person: SimulatedUser) => {
    busy.add(person);
    await judge(doSomething(person, world), () => suspended.has(person.options.user), faults);
    done += 1;
    busy.delete(person);
  };
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  const progress = setInterval(() => say(`${String(seconds()).padStart(6)} s  ${done} acts, ${describe()}`), progressEveryMs);
  while (Date.now() - begun < ms) {
    const person = random.pick(people);
    if (busy.size < atOnce && !busy.has(person) && person.ended === '') void one(person);
    const work = undo(world, ({ at }) => at <= Date.now(), faults);
    undone.add(work);
    void work.finally(() => undone.delete(work));
    await sleep(1000 / rate);
  }
  clearInterval(progress);
  await until(() => busy.size === 0, returnMs);
  await Promise.all(undone);
  await undo(world, ({ isReturn }) => isReturn, faults);
  await until(() => people.every((each) => each.isConnected), returnMs);
  return done;
}

/** Number of outbox records that are still due. */
export async function countDue(): Promise<number> {
  let due = 0;
  for (const kind of Object.keys(recordModels) as RecordKind[])
    due += await anyRecordModel(kind).countDocuments({ due: { $exists: true } });
  return due;
}

/** Outbox records that are still due, one per line. */
export async function describeDue(): Promise<string[]> {
  const lines: string[] = [];
  for (const kind of Object.keys(recordModels) as RecordKind[])
    for (const doc of await anyRecordModel(kind)
      .find({ due: { $exists: true } })
      .limit(10)
      .lean())
      lines.push(`Still due: ${kind} ${JSON.stringify(doc)}`);
  return lines;
}

/** Waits until it is so; false when it does not come about in time. */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > end) return false;
    await sleep(200);
  }
  return true;
}

/** Differences between the pages of a person and a refetch. */
async function differences(person: SimulatedUser): Promise<string[]> {
  const [shown, fetched] = [person.screen.shown(), await person.refetched()];
  const parts = [...new Set([...Object.keys(shown), ...Object.keys(fetched)])];
  const differing = parts.filter((part) => !isDeepStrictEqual(shown[part], fetched[part]));
  return differing.map((part) => `${person.options.user} ${part}: ${excerpt(shown[part], fetched[part])}`);
}

/** The lines in which two lists differ. */
function excerpt(shown: unknown, fetched: unknown): string {
  if (!Array.isArray(shown) || !Array.isArray(fetched)) return `shows ${JSON.stringify(shown)}, is ${JSON.stringify(fetched)}`;
  const [left, right] = [shown.map((each) => JSON.stringify(each)), fetched.map((each) => JSON.stringify(each))];
  const only = (these: string[], those: string[]) => these.filter((each) => !those.includes(each)).slice(0, 3);
  return `shows ${only(left, right).join(' ') || 'nothing more'}, is ${only(right, left).join(' ') || 'nothing more'}`;
}

const settleMs = 30_000;

/** Compares the pages of everybody with a refetch; one that still differs is looked at again until it has had time enough. */
export async function compareAll({ people }: SoakWorld): Promise<string[]> {
  let differing = [...people];
  let found: string[] = [];
  const end = Date.now() + settleMs;
  for (let last = false; differing.length > 0 && !last; ) {
    last = Date.now() > end;
    found = [];
    const still: SimulatedUser[] = [];
    await inTurns(differing, 10, async (each) => {
      const lines = await differences(each);
      if (lines.length === 0) return;
      still.push(each);
      found.push(...lines);
    });
    differing = still;
    if (differing.length > 0) await sleep(1000);
  }
  return found;
}
